import type { CenterStatus } from '#core/monitoring-centers/center.ts';
import { MonitoringCenterEntity, WhiteListEntity } from '#data/monitoring-centers/centers.ts';
import { ReceiverEntity } from '#data/monitoring-centers/receivers.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import type { Sample } from '#support/samples.ts';

const CENTERS: readonly [number, CenterStatus][] = [
  [1, 2],
  [2, 1],
  [3, 2],
];

/** One centre to change, one to delete and one to give to a dealer; one number to change and one to remove; an alarm for an operator and one for staff; two receivers. */
export const sample: Sample = {
  async add({ unit: { UnitSerNum } }) {
    for (const sequence of [41, 42]) {
      const timeStamp = `2026-11-21T17:00:00.${sequence}0Z`;
      const event = { timeStamp, receivedAt: timeStamp, sequence, eventType: 'Event 101' };
      await recordAlarm(UnitSerNum, `1-${sequence}`, event, { once: false }, Date.parse(timeStamp));
    }
    await MonitoringCenterEntity.put(
      CENTERS.map(([number, status]) => ({
        ...{ DealerKey: 220, id: `center-${number}-of-220`, version: 1, protocol: 1 as const, status },
        name: `Centre ${number}`,
      })),
    ).go();
    await ReceiverEntity.put(
      [1, 3].map((number) => ({
        ...{ mcKey: `center-${number}-of-220`, OwnerKey: 220, version: 1, kind: 'dc09' as const, second: '' },
        ...{
          main: 'receiver.example.net:12000',
          accountPrefix: '',
          secretSince: '2026-11-21T17:00:00.000Z',
          tests: {},
        },
      })),
    ).go();
    await WhiteListEntity.put(
      [1, 2].map((number) => ({
        ...{ DealerKey: 220, id: `number-${number}-of-220`, version: 1, mcKey: 'center-3-of-220', label: '' },
        phoneNumber: `503555018${number}`,
      })),
    ).go();
  },
};
