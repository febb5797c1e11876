import { beforeAll, expect, it } from 'vitest';
import type { BillLine } from '#core/billing/bill-line.ts';
import { daysOfPeriod } from '#core/billing/period.ts';
import { totalsOf } from '#core/billing/totals.ts';
import { plusDays } from '#core/calendar-days.ts';
import { HOUR } from '#core/time.ts';
import { billLineStore, billStore } from '#data/billing/bills.ts';
import { BillableUnitEntity, BillingRateEntity } from '#data/billing/entities.ts';
import { billingRunStore, makeBillsStep } from '#data/billing/make-bills.ts';
import { rateChangeStore } from '#data/billing/rate-changes.ts';
import { rateReader } from '#data/billing/rates.ts';
import { billingStateStore } from '#data/billing/states.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { dealerItem } from '#scripts/seed/dealers.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { setClock } from '#support/clock.ts';
import { someDealers } from '#support/fleet.ts';
import { loseTable } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';

/** A unit that is with another of 31 dealers each day, and two others. */
const SHOWN_AROUND = '700010';
const OTHERS = ['700001', '700020'];
const FIRST_DEALER = 1_000;
const DEALERS = Array.from({ length: 31 }, (_, index) => FIRST_DEALER + index);
const START = daysOfPeriod('2026-11').first;
const RATE = { DealerKey: 1, forDealer: 1, UnitModel: 'MXD-LTE', Type: 'Service', version: 1 } as const;

let sequence = 0;
const note = (UnitSerNum: string, at: number, dealer: number) =>
  billingStateStore.note(
    {
      ...{ UnitSerNum, UnitModel: 'MXD-LTE', sequence: String(sequence++).padStart(40, '0') },
      state: { at, dealer, active: true, FullUnitID: `A${UnitSerNum}` },
    },
    at,
  );

beforeAll(async () => {
  await someDealers();
  const dealers = DEALERS.map((DealerKey) => ({
    DealerKey,
    dealerPath: `/1/${DealerKey}/`,
    DealerName: `D${DealerKey}`,
  }));
  await writeAll(
    dealers.map((dealer) => itemOf(DealerEntity, dealerItem(dealer as Parameters<typeof dealerItem>[0]))),
    () => {},
  );
  await BillingRateEntity.put({ ...RATE, id: '1', from: '2026-01-01', cents: 3_100 }).go();
  const noon = (day: string) => Date.parse(`${day}T00:00:00-07:00`) + 12 * HOUR;
  for (const UnitSerNum of OTHERS) await note(UnitSerNum, noon(START), FIRST_DEALER);
  for (let index = 0; index < 61; index++)
    await note(SHOWN_AROUND, noon(plusDays(START, index)), FIRST_DEALER + (index % 31));
}, 60_000);

const work = async (period: string, now: number) => {
  const rates = rateReader();
  while (await makeBillsStep(period, rates, now));
};

async function linesOf(period: string): Promise<BillLine[]> {
  const pages = await Promise.all(DEALERS.map((DealerKey) => billLineStore.list(period, DealerKey, { pageSize: 100 })));
  return pages.flatMap(({ items }) => items.map(({ line }) => line));
}

const FIRST_DUE = Date.parse('2026-11-19T18:00:00Z');

it('a unit that is not found between its steps keeps the bills open, so that no unit after it is left out', async () => {
  setClock(FIRST_DUE);
  expect(await billingRunStore.due(FIRST_DUE)).toEqual(['2026-11']);
  const rates = rateReader();
  const run = () => billingRunStore.get('2026-11');
  while ((await run())?.dealersUpTo === undefined) expect(await makeBillsStep('2026-11', rates, FIRST_DUE)).toBe(true);
  await BillableUnitEntity.delete({ all: 'all', UnitSerNum: SHOWN_AROUND }).go();
  await expect(work('2026-11', FIRST_DUE)).rejects.toThrow(
    withMessage(`The unit ${SHOWN_AROUND} has lines on bills, but is not among the units to bill`),
  );
  expect(await run()).not.toHaveProperty('closedAt');
  await BillableUnitEntity.put({ UnitSerNum: SHOWN_AROUND, UnitModel: 'MXD-LTE' }).go();
  await work('2026-11', FIRST_DUE);
  expect(await run()).toMatchObject({ closedAt: expect.any(String), units: 3, of: 3 });
});

it('a unit with more lines than fit into one step is billed dealer by dealer, also by workers that die at each write', async () => {
  setClock(FIRST_DUE);
  await billingRunStore.due(FIRST_DUE);
  await work('2026-11', FIRST_DUE);

  // From its first day on, each dealer pays more. So its second bill corrects the first one for most of the dealers.
  await BillingRateEntity.put({ ...RATE, id: '2', from: START, cents: 6_200 }).go();
  const rate = { Type: RATE.Type, UnitModel: RATE.UnitModel, from: START, forDealer: 1 };
  await rateChangeStore.note({ changeId: 'late', from: START, rates: [rate] }, FIRST_DUE + HOUR);

  const now = Date.parse('2026-12-19T18:00:00Z');
  setClock(now);
  expect(await billingRunStore.due(now)).toEqual(['2026-12']);
  let steps = 0;
  for (let isDone = false; !isDone; steps++) {
    const back = loseTable(1, steps % 3 === 0 ? 'before' : 'after');
    const ends = await Promise.allSettled([work('2026-12', now), work('2026-12', now)]);
    back();
    isDone = ends.every(({ status }) => status === 'fulfilled');
  }
  expect(steps).toBeGreaterThan(4);

  const lines = await linesOf('2026-12');
  const of = (Type: BillLine['Type'], UnitSerNum: string) =>
    lines.filter((line) => line.UnitSerNum === UnitSerNum && line.Type === Type);
  expect(of('Service', SHOWN_AROUND).map(({ count }) => count)).toEqual(Array(30).fill(1));
  expect(of('Correction', SHOWN_AROUND)).toHaveLength(24);
  for (const { cents } of of('Correction', SHOWN_AROUND)) expect(cents).toBe(100);
  for (const UnitSerNum of OTHERS) expect(of('Service', UnitSerNum)).toMatchObject([{ count: 30, cents: 6_200 }]);

  const { items: bills } = await billStore.list('2026-12', { pageSize: 100 });
  for (const { period: _, DealerKey, ratesPath: __, BillingCode: ___, ...totals } of bills)
    expect(totals).toEqual(totalsOf(lines.filter(({ dealer }) => dealer === DealerKey)));
  const run = await billingRunStore.get('2026-12');
  expect(run).toMatchObject({ ...totalsOf(lines), units: 3, of: 3 });
  expect(run).not.toHaveProperty('dealersUpTo');
}, 60_000);
