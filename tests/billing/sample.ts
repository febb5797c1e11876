import type { BillLine } from '#core/billing/bill-line.ts';
import { totalsOf, typeRowsOf } from '#core/billing/totals.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import {
  BillEntity,
  BillingRateEntity,
  BillingRunEntity,
  BillLineEntity,
  BillTypeEntity,
  SimUsageEntity,
  UsageFindingEntity,
} from '#data/billing/entities.ts';
import type { Sample } from '#support/samples.ts';

const period = '2026-10';
const DealerKey = 220;

/** The closed bill of dealer 220 with two units, and two rates. */
export const sample: Sample = {
  named: [{ name: String(DealerKey), missing: '999999' }],
  async add({ unit: { UnitSerNum } }) {
    const ofUnit = (serial: string): BillLine => ({
      ...{ UnitSerNum: serial, UnitModel: 'MXD-LTE', FullUnitID: 'C1-4021', dealer: DealerKey, Type: 'Service' },
      ...{ Date: '2026-09-19', count: 30, Rate: 930, cents: 930 },
    });
    const lines = [ofUnit(UnitSerNum), ofUnit('400998')];
    const totals = totalsOf(lines);
    await BillingRunEntity.put({
      ...{ all: 'all', period, startedAt: '2026-10-19T06:00:00.000Z', closedAt: '2026-10-19T06:15:00.000Z', units: 2 },
      ...totals,
    }).go();
    await BillEntity.put({ period, DealerKey, ...totals }).go();
    await BillTypeEntity.put(typeRowsOf(lines).map((row) => ({ period, DealerKey, ...row }))).go();
    await BillLineEntity.put(
      lines.map((line) => ({ period, DealerKey, UnitSerNum: line.UnitSerNum, number: 0, line })),
    ).go();
    const sim = { UnitSerNum, period, iccid: '89011700000000002207', expiresAt: 4_000_000_000 };
    await SimUsageEntity.put({
      ...sim,
      usage: {
        ...{ dataBytes: 0, sms: 0, voiceSeconds: 0 },
        ...{ from: '2026-09-19T06:00:00.000Z', to: '2026-10-18T06:00:00.000Z' },
      },
      stamp: '1',
    }).go();
    await UsageFindingEntity.put({
      ...sim,
      ...{ DealerKey, carrier: 0, finding: 'silent', billedDays: 30, foundAt: '2026-09-27T06:00:00.000Z' },
    }).go();
    const rate = {
      DealerKey: ROOT_DEALER,
      forDealer: DealerKey,
      Type: 'Service',
      UnitModel: 'MXD-LTE',
      version: 1,
    } as const;
    await BillingRateEntity.put([
      { ...rate, id: 'billingRate-1-of-220', from: '2026-09-19', cents: 930 },
      { ...rate, id: 'billingRate-2-of-220', from: '2026-11-19', cents: 990 },
    ]).go();
  },
};
