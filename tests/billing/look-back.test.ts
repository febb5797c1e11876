import { describe, expect, it } from 'vitest';
import { type BillingState, type BillLine, linesOf } from '#core/billing/bill-line.ts';
import { BILLING_ZONE, chargesOf, type RatesOf } from '#core/billing/charges.ts';
import { billedRates, type ClosedPeriod, comparedFrom, isLateFor, ratesSince } from '#core/billing/look-back.ts';
import { daysOfPeriod, periodAfter, periodsBetween } from '#core/billing/period.ts';
import type { Rate } from '#core/billing/rates.ts';
import { typeRowsOf } from '#core/billing/totals.ts';
import { plusDays } from '#core/calendar-days.ts';
import { DAY, HOUR } from '#core/time.ts';
import { inZone } from '#core/time-zones.ts';
import { seededRandom } from '#scripts/seed/random.ts';

const at = (time: string) => inZone(time, BILLING_ZONE).getTime();
const MODEL = 'MXD-LTE' as const;
const service = (from: string, cents: number): Rate => ({ Type: 'Service', UnitModel: MODEL, from, cents });
const RATES: Rate[] = [service('2020-01-01', 310), { ...service('2020-01-01', 500), Type: 'Activation' }];
const ratesOf: RatesOf = (dealer) => [[service('2024-06-03', 301 + dealer)], RATES];
const FIRST = '2024-01';

const state = (day: string, dealer: number, notedOn = day, active = true): BillingState => ({
  ...{ at: at(`${day}T12:00`), dealer, active, FullUnitID: 'A1', notedAt: at(`${notedOn}T12:00`) },
});

/** The run begins on the morning of the day after the period. */
const runAt = (period: string) => at(`${daysOfPeriod(period).last}T00:00`) + DAY + HOUR;

/** Makes the bills of one unit period by period, each with what was known when it was made. Counts the closed periods that were compared. */
function billsOf(
  states: readonly BillingState[],
  lastPeriod: string,
  lateRates?: { rates: RatesOf; from: string; in: string },
) {
  const bills: ClosedPeriod[] = [];
  const compared = new Map<string, number>();
  for (const period of periodsBetween(FIRST, lastPeriod)) {
    const known = states.filter(({ notedAt }) => notedAt! < runAt(period)).toSorted((one, other) => one.at - other.at);
    const before = bills.at(-1);
    const from =
      before &&
      comparedFrom(
        known,
        { ...before, startedAt: runAt(before.period) },
        lateRates?.in === period ? lateRates.from : undefined,
      );
    const closed = bills.filter((one) => from !== undefined && one.period >= from);
    compared.set(period, closed.length);
    const rates = lateRates && period >= lateRates.in ? lateRates.rates : ratesOf;
    bills.push({ period, lines: linesOf({ UnitSerNum: '1', UnitModel: MODEL, states: known }, period, rates, closed) });
  }
  return { bills, compared };
}

/** What each dealer paid for a period, with its corrections since then. */
function paidFor(period: string, bills: readonly ClosedPeriod[]) {
  const { first } = daysOfPeriod(period);
  const own = bills.find((one) => one.period === period)!.lines.filter(({ Type }) => Type !== 'Correction');
  const later = bills.flatMap(({ lines }) => lines).filter((line) => line.Type === 'Correction' && line.Date === first);
  return sumByDealer([...own, ...later]);
}

function sumByDealer(lines: readonly Pick<BillLine, 'dealer' | 'cents'>[]) {
  const sums = new Map<number, number>();
  for (const { dealer, cents } of lines) sums.set(dealer, (sums.get(dealer) ?? 0) + cents);
  return [...sums].filter(([, cents]) => cents !== 0).sort(([one], [other]) => one - other);
}

const corrections = (bills: readonly ClosedPeriod[], period: string) =>
  bills
    .find((one) => one.period === period)!
    .lines.filter(({ Type }) => Type === 'Correction')
    .map(({ dealer, Date: day, cents }) => [dealer, day, cents]);

describe('the rates of stored lines', () => {
  it('charge the unit again what it was charged', () => {
    const changed: RatesOf = (dealer) => [[service('2023-12-19', 300 + dealer), service('2024-01-03', 900)], RATES];
    const states = [state('2023-12-22', 2), state('2024-01-08', 3)];
    const lines = linesOf({ UnitSerNum: '1', UnitModel: MODEL, states }, '2024-01', changed, []);
    const stored: RatesOf = (dealer) => [billedRates(lines, dealer)];
    expect(chargesOf(MODEL, states, '2024-01', stored)).toEqual(chargesOf(MODEL, states, '2024-01', changed));
    expect(billedRates(lines, 3)).toEqual([service('', 900)]);
    // What becomes known of days before its first line has the rate of that line.
    const known = [state('2023-12-20', 2), state('2024-01-08', 3)];
    expect(chargesOf(MODEL, known, '2024-01', stored)).toEqual(chargesOf(MODEL, known, '2024-01', changed));
  });
});

it('a run may have missed what was noted up to an hour before it began, and not what was noted without a time', () => {
  const began = at('2026-11-19T01:00');
  expect([began, began - HOUR, began + DAY].map((noted) => isLateFor(began, noted))).toEqual([true, true, true]);
  expect([began - HOUR - 1, undefined].map((noted) => isLateFor(began, noted))).toEqual([false, false]);
});

describe('the rates since a change', () => {
  it('are those of the nearest dealer that has one, from the day of the change on', () => {
    const own = [service('2024-03-01', 700)];
    const above = [service('2023-01-01', 300), service('2024-02-01', 500), service('2024-02-10', 600)];
    const changed = { Type: 'Service', UnitModel: MODEL, from: '2024-02-01', forDealer: 22 } as const;
    expect(ratesSince([own, above], [changed])).toEqual([
      service('2024-02-01', 500),
      service('2024-03-01', 700),
      service('2024-02-10', 600),
    ]);
    expect(ratesSince([own, above], [{ ...changed, Type: 'Activation' }])).toEqual([
      { ...service('2024-02-01', 0), Type: 'Activation' },
    ]);
    expect(ratesSince([own, above], [])).toEqual([]);
  });
});

describe('what becomes known after several periods were closed', () => {
  it('is one correction for each of them and dealer, once, on the next bill', () => {
    // Dealer 3 had the unit from January 29 on, as became known in April.
    const { bills, compared } = billsOf([state('2023-11-01', 2), state('2024-01-29', 3, '2024-04-10')], '2024-06');
    expect(corrections(bills, '2024-04')).toEqual([
      [2, '2024-01-19', -210],
      [3, '2024-01-19', 210],
      [2, '2024-02-19', -310],
      [3, '2024-02-19', 310],
    ]);
    expect(corrections(bills, '2024-05')).toEqual([]);
    expect(corrections(bills, '2024-06')).toEqual([]);
    // Only the run after the late change compares more than the period before.
    expect([...compared.values()]).toEqual([0, 1, 1, 2, 1, 1]);
  });

  it('leaves every period paid as if it had been known in time, whenever it comes', () => {
    const random = seededRandom(13_001);
    let late = 0;
    for (let unit = 0; unit < 120; unit++) {
      let now = at('2023-12-01T00:00') + random.between(0, 40 * 24) * HOUR;
      const states = Array.from({ length: random.between(1, 9) }, (): BillingState => {
        now += random.between(1, 25 * 24) * HOUR;
        // Most are known at once, some up to ten months later.
        const notedAt = now + (random.chance(0.6) ? 0 : random.between(0, 300) * DAY);
        return { at: now, dealer: random.between(2, 5), active: random.chance(0.7), FullUnitID: 'A1', notedAt };
      });
      const { bills } = billsOf(states, '2026-03');
      for (const { period } of bills) {
        expect(paidFor(period, bills)).toEqual(sumByDealer(chargesOf(MODEL, states, period, ratesOf)));
        late += corrections(bills, period).filter(([, day]) => day! < daysOfPeriod(period).first).length;
      }
      // Nothing is left to correct.
      expect(corrections(bills, '2026-03')).toEqual([]);
    }
    expect(late).toBeGreaterThan(200);
  });

  it('goes on in the next periods if it is more than fits on one bill', () => {
    const states = [state('2023-11-01', 2), state('2024-01-01', 3, '2027-12-01')];
    const { bills } = billsOf(states, '2028-06');
    expect(corrections(bills, '2027-12')).toHaveLength(24);
    for (const { period } of bills)
      expect(paidFor(period, bills)).toEqual(sumByDealer(chargesOf(MODEL, states, period, ratesOf)));
    expect(corrections(bills, '2028-06')).toEqual([]);
  });

  it('may be a rate: the bills from its day on are corrected', () => {
    const rates: RatesOf = (dealer, period) => [[service('2024-02-19', 930)], ...ratesOf(dealer, period)];
    const states = [state('2023-11-01', 2)];
    const { bills } = billsOf(states, '2024-07', { rates, from: '2024-02-19', in: '2024-05' });
    expect(corrections(bills, '2024-05')).toEqual([
      [2, '2024-02-19', 620],
      [2, '2024-03-19', 620],
    ]);
    expect(corrections(bills, '2024-06')).toEqual([]);
    expect(corrections(bills, periodAfter('2024-06'))).toEqual([]);
  });
});

describe('the lines of a unit for one dealer', () => {
  /** Each day has another rate, and each period before is corrected. `isInService` says on which days the unit has an active line. */
  function mostLines(isInService: (day: number) => boolean) {
    const { first } = daysOfPeriod('2026-08');
    const day = (index: number) => plusDays(first, index);
    const states = Array.from({ length: 31 }, (_, index) => index)
      .filter((index) => isInService(index) !== (index > 0 && isInService(index - 1)))
      .map((index) => ({ ...state(day(index), 22, first, isInService(index)), at: at(`${day(index)}T00:00`) }));
    const rates = (Type: Rate['Type']) =>
      Array.from(
        { length: 31 },
        (_, index) => ({ Type, UnitModel: MODEL, from: day(index), cents: 100 + index }) as const,
      );
    const line = {
      ...{ UnitSerNum: '1', UnitModel: MODEL, dealer: 22, FullUnitID: 'A1' },
      count: 1,
      Rate: 5,
      cents: 5,
    };
    const closed = periodsBetween('2022-01', '2026-07').map((period) => ({
      period,
      lines: [{ ...line, Type: 'Service', Date: daysOfPeriod(period).first } as const],
    }));
    const unit = { UnitSerNum: '1', UnitModel: MODEL, states } as const;
    return linesOf(unit, '2026-08', () => [[...rates('Service'), ...rates('Activation')]], closed);
  }

  it.each([
    ['each day', () => true],
    ['every other day', (day: number) => day % 2 === 0],
    ['two of three days', (day: number) => day % 3 !== 2],
  ] as const)('fit into one transaction if it is in service %s', (_, isInService) => {
    const lines = mostLines(isInService);
    expect(lines).toHaveLength(32 + 24);
    const [run, bill] = [1, 1];
    expect(run + bill + typeRowsOf(lines).length + lines.length).toBeLessThanOrEqual(100);
  });
});
