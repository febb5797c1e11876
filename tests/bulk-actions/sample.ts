import { askerOf } from '#core/auth/identities.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity, BulkActionOrderEntity } from '#data/bulk-actions/bulk-actions.ts';
import { TODAY } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const missing = '01KAJN9FR00000000000000999';
const failed = '01KAJN9FR00000000000000220';
const queued = '01KAJN9FR00000000000000222';
const paused = '01KAJN9FR00000000000000223';

export const sample: Sample = {
  named: [
    { name: failed, missing },
    { name: queued, missing },
    { name: paused, missing },
  ],
  /** A finished bulk action whose only unit failed, one that has not begun, and one that is paused. */
  async add({ scope, unit }) {
    const add = async (bchKey: string) => {
      const { data: bulkAction } = await BulkActionEntity.create({
        bchKey,
        action: 'reporting',
        type: 'off',
        UnitModel: 'myConnect',
        attempt: 1,
        total: 1,
        done: 0,
        failed: 0,
        createdAt: '2026-11-21T17:00:00.000Z',
        createdBy: scope.userName,
        dealerKey: scope.dealerKey,
        dealerPath: scope.dealerPath,
        expiresAt: Math.floor(TODAY / 1000) + 1_000_000_000,
      }).go();
      const { expiresAt } = bulkAction;
      await BulkActionOrderEntity.create({
        bchKey,
        units: [unit.UnitSerNum],
        askedBy: askerOf(scope),
        expiresAt,
      }).go();
      return bulkAction;
    };
    await add(queued);
    await add(paused);
    await BulkActionEntity.patch({ bchKey: paused })
      .set({ stoppedAt: '2026-11-21T17:00:01.000Z', stoppedAs: 'paused' })
      .go();
    await bulkActionRowStore.fail(
      { bulkAction: await add(failed), UnitSerNum: unit.UnitSerNum, now: TODAY },
      'The unit is a MXD-LTE, not a myConnect',
    );
  },
};
