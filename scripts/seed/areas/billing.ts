import { type BillingState, type BillLine, billingStateOf, linesOf } from '#core/billing/bill-line.ts';
import { BILLING_ZONE } from '#core/billing/charges.ts';
import { daysOfPeriod, periodAt, periodBefore } from '#core/billing/period.ts';
import type { Rate } from '#core/billing/rates.ts';
import { usageSpan } from '#core/billing/sim-usage.ts';
import { totalsOf, typeRowsOf } from '#core/billing/totals.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import {
  BillableUnitEntity,
  BillEntity,
  BillingRateEntity,
  BillingRunEntity,
  BillingStateEntity,
  BillLineEntity,
  BillTypeEntity,
  SimUsageEntity,
  UsageFindingEntity,
} from '#data/billing/entities.ts';
import { DEALERS } from '../dealers.ts';
import type { Seed } from '../seed.ts';
import { seedUnits } from '../units.ts';
import { itemOf } from '../write.ts';

/** Enough for long bills. A large fleet is for other lists. */
const MOST_UNITS = 5_000;
/** Before every change that the stream can have. */
const SEQUENCE = ''.padStart(40, '0');
const FROM = '2020-01-01';

const RATES: readonly (Rate & { forDealer: number })[] = [
  ...[
    { forDealer: ROOT_DEALER, UnitModel: 'MXD-LTE', service: 930, activation: 500 },
    { forDealer: ROOT_DEALER, UnitModel: 'myConnect', service: 1_150, activation: 500 },
    { forDealer: ROOT_DEALER, UnitModel: 'myConnect Air', service: 1_240, activation: 500 },
    { forDealer: 22, UnitModel: 'MXD-LTE', service: 860, activation: 0 },
  ].flatMap(({ service, activation, ...of }) => [
    { ...of, Type: 'Service', from: FROM, cents: service } as Rate & { forDealer: number },
    { ...of, Type: 'Activation', from: FROM, cents: activation } as Rate & { forDealer: number },
  ]),
];

const paths = new Map(DEALERS.map(({ DealerKey, dealerPath }) => [DealerKey, dealerPath]));
const ratesOf = (dealer: number) =>
  dealerKeysOf(paths.get(dealer)!)
    .toReversed()
    .map((key) => RATES.filter(({ forDealer }) => forDealer === key));

/** So many units have one that was billed and silent in the last period. */
const ONE_SILENT_OF = 23;

function silentIn(period: string) {
  const { earliest, latest } = usageSpan(period, Number.POSITIVE_INFINITY);
  return {
    usage: { dataBytes: 0, sms: 0, voiceSeconds: 0, from: instant(earliest), to: instant(latest) },
    foundAt: instant(earliest + 7 * DAY),
    expiresAt: Math.floor((latest + 400 * DAY) / 1000),
  };
}

/** What dealers pay, and the bills of the last two periods for the units in service. */
export const seed: Seed = function* (options) {
  for (const [index, rate] of RATES.entries())
    yield itemOf(BillingRateEntity, { DealerKey: ROOT_DEALER, id: `seeded-${index + 1}`, version: 1, ...rate });
  const last = periodBefore(periodAt(options.now, BILLING_ZONE));
  const bills = new Map<string, BillLine[]>();
  let index = 0;
  for (const unit of seedUnits({ ...options, count: Math.min(options.count, MOST_UNITS) })) {
    const { UnitSerNum, UnitModel } = unit;
    const state: BillingState = { ...billingStateOf(unit), at: options.now - (1 + (index++ % 120)) * DAY };
    if (!state.active) continue;
    yield itemOf(BillingStateEntity, { UnitSerNum, sequence: SEQUENCE, state });
    yield itemOf(BillableUnitEntity, { all: 'all', UnitSerNum, UnitModel });
    const { ICCID, Carrier } = state;
    if (index % ONE_SILENT_OF === 0 && ICCID && Carrier !== undefined) {
      const { usage, foundAt, expiresAt } = silentIn(last);
      const sim = { UnitSerNum, period: last, iccid: ICCID, expiresAt };
      yield itemOf(SimUsageEntity, { ...sim, usage, stamp: SEQUENCE });
      yield itemOf(UsageFindingEntity, {
        ...sim,
        ...{ DealerKey: state.dealer, carrier: Carrier, finding: 'silent', billedDays: 31, foundAt },
      });
    }
    for (const period of [periodBefore(last), last])
      for (const [number, line] of linesOf({ UnitSerNum, UnitModel, states: [state] }, period, ratesOf, []).entries()) {
        const DealerKey = line.dealer;
        yield itemOf(BillLineEntity, { period, DealerKey, UnitSerNum, number, line });
        const bill = `${period} ${DealerKey}`;
        bills.set(bill, [...(bills.get(bill) ?? []), line]);
      }
  }
  for (const period of [periodBefore(last), last]) {
    const all: BillLine[] = [];
    for (const [key, lines] of bills) {
      const [ofPeriod, dealer] = key.split(' ');
      if (ofPeriod !== period) continue;
      const DealerKey = Number(dealer);
      yield itemOf(BillEntity, { period, DealerKey, ...totalsOf(lines) });
      for (const row of typeRowsOf(lines)) yield itemOf(BillTypeEntity, { period, DealerKey, ...row });
      all.push(...lines);
    }
    const closedAt = instant(Date.parse(daysOfPeriod(period).last) + DAY + 7 * HOUR);
    yield itemOf(BillingRunEntity, {
      ...{ all: 'all', period, startedAt: closedAt, closedAt, units: index },
      ...totalsOf(all),
    });
  }
};
