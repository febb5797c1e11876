import { messageKey } from '#core/unit-configuration/sync-queue.ts';
import { queueEntities } from '#data/unit-configuration/sync-queue.ts';
import type { Sample } from '#support/samples.ts';

const ID = '0000000000000000000A';

/** A message that waits for the unit of the samples. */
export const sample: Sample = {
  named: [{ name: messageKey('400220', ID), missing: messageKey('ZZ9999', ID) }],
  async add({ unit: { UnitSerNum, DealerKey } }) {
    const { syncMessage, queueUnit } = queueEntities;
    await syncMessage
      .put({
        ...{ UnitSerNum, DealerKey, MessageKeyHex: messageKey(UnitSerNum, ID), MessageType: 'RF', started: false },
        ...{ Scheduled: '2026-11-21T12:00:00.000Z', content: { zone: 3 } },
      })
      .go();
    await queueUnit.patch({ UnitSerNum }).set({ syncQueued: 1 }).go();
  },
};
