import { unitLogStore } from '#data/history/unit-log.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  async add({ unit: { UnitSerNum } }) {
    const timeStamp = '2026-11-20T09:30:00.000Z';
    const logged = { timeStamp, receivedAt: timeStamp, sequence: 1 };
    await unitLogStore.recordPing(UnitSerNum, '1-1', { ...logged, pingReason: 'Scheduled' });
    await unitLogStore.recordEvent(UnitSerNum, '1-2', { ...logged, eventType: 'Emergency' });
    await unitLogStore.recordCall(UnitSerNum, '1-3', {
      ...logged,
      direction: 'outgoing',
      outcome: 'answered',
      startedAt: timeStamp,
      durationSeconds: 60,
    });
  },
};
