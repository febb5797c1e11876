import { type BillLine, linesOf, type UnitToBill } from '#core/billing/bill-line.ts';
import { BILLING_ZONE, type RatesOf } from '#core/billing/charges.ts';
import { billedRates, type ClosedPeriod, comparedFrom, periodOfLine, ratesSince } from '#core/billing/look-back.ts';
import { periodAfter, periodAt, periodBefore, periodsBetween } from '#core/billing/period.ts';
import { amountsOf, NO_TOTALS, totalsOf, typeRowsOf } from '#core/billing/totals.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { tryChange } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { billLineStore } from './bills.ts';
import { BillEntity, BillingRunEntity, BillLineEntity, BillTypeEntity } from './entities.ts';
import type { LateRates } from './rate-changes.ts';
import type { rateReader } from './rates.ts';
import { billingStateStore } from './states.ts';

const entities = { run: BillingRunEntity, bill: BillEntity, type: BillTypeEntity, line: BillLineEntity };
/** Units of one step. Their lines, with what they add to bills, must fit into a transaction of 100 writes. */
const UNITS = 10;
const MOST_WRITES = 90;

export const billingRunStore = {
  async get(period: string) {
    const { data } = await BillingRunEntity.get({ all: 'all', period }).go({ consistent: true });
    return data ?? undefined;
  },

  /** The closed periods, the latest first. */
  async closed(): Promise<string[]> {
    const { data } = await BillingRunEntity.query.billingRun({ all: 'all' }).go({ pages: 'all', order: 'desc' });
    return data.filter(({ closedAt }) => closedAt !== undefined).map(({ period }) => period);
  },

  /**
   * The periods whose bills are to be made, the earliest first. The bills of the last period that is over begin here, and those of each period that was left
   * out because nothing ran for longer than a month.
   */
  async due(now: number): Promise<string[]> {
    const over = periodBefore(periodAt(now, BILLING_ZONE));
    const latest = (await allRuns()).at(-1)?.period;
    const missing = latest === undefined ? [over] : periodsBetween(periodAfter(latest), over);
    for (const period of missing)
      await tryWrite(BillingRunEntity.create({ period, startedAt: instant(now), units: 0, ...NO_TOTALS }).go());
    return (await allRuns()).filter(({ closedAt }) => closedAt === undefined).map(({ period }) => period);
  },
};

async function allRuns() {
  const { data } = await BillingRunEntity.query.billingRun({ all: 'all' }).go({ pages: 'all', consistent: true });
  return data;
}

/** The closed periods before one, in order, up to the one before it: none if that is not closed. */
async function closedBefore(period: string) {
  const query = BillingRunEntity.query.billingRun({ all: 'all' }).lt({ period });
  const { data } = await query.go({ pages: 'all', consistent: true });
  const closed = data.filter(({ closedAt }) => closedAt !== undefined);
  return closed.at(-1)?.period === periodBefore(period) ? closed : [];
}

/**
 * Writes the lines of the next units, and adds them to the bills, in one transaction. Closes the bills after the last unit. Returns false
 * once they are closed. Any number of workers may do this at once, and die at any point: a step that is done already is refused.
 */
export async function makeBillsStep(period: string, rates: RateReader, now: number): Promise<boolean> {
  const run = await billingRunStore.get(period);
  if (!run || run.closedAt !== undefined) return false;
  const isAsRead = (item: { cursor: string; dealersUpTo: number; closedAt: string }, operations: Operations) => {
    const { eq, notExists } = operations;
    return [
      run.cursor === undefined ? notExists(item.cursor) : eq(item.cursor, run.cursor),
      run.dealersUpTo === undefined ? notExists(item.dealersUpTo) : eq(item.dealersUpTo, run.dealersUpTo),
      notExists(item.closedAt),
    ].join(' AND ');
  };
  const units =
    run.cursor !== undefined && run.dealersUpTo !== undefined
      ? [await billingStateStore.unit(run.cursor)]
      : await billingStateStore.unitsAfter(run.cursor, UNITS);
  if (units.length === 0) {
    await tryChange({ entities }, (to) => [
      to.run
        .patch(keyOf(period))
        .set({ closedAt: instant(now) })
        .where(isAsRead)
        .commit(),
    ]);
    return true;
  }
  const of = run.cursor === undefined ? await billingStateStore.countUnits() : undefined;
  const closed = await closedBefore(period);
  const last = closed.at(-1);
  const lateRates = last && (await rates.changedSince(Date.parse(last.startedAt)));
  const ofUnits = await Promise.all(units.map((unit) => linesOfUnit(unit, period, rates, { closed, lateRates })));
  const { taken, lines, dealersUpTo } = asManyAsFit(ofUnits, run.dealersUpTo);
  const bills = await Promise.all(
    [...Map.groupBy(lines.flat(), ({ dealer }) => dealer)].map(async ([DealerKey, own]) => ({
      ...{ DealerKey, own, ratesPath: await rates.pathOf(DealerKey, period, period) },
      BillingCode: await rates.codeOf(DealerKey, period),
    })),
  );
  // A unit that moved is on several bills, and counts once in the whole: when the last of its lines are written.
  const whole = { ...totalsOf(ofUnits.slice(0, taken).flat()), ...amountsOf(totalsOf(lines.flat())) };
  await tryChange({ entities }, (to) => [
    to.run
      .patch(keyOf(period))
      .set({
        cursor: units[Math.max(taken, 1) - 1]!.UnitSerNum,
        ...(dealersUpTo !== undefined && { dealersUpTo }),
        ...(of !== undefined && { of }),
      })
      .remove(dealersUpTo === undefined ? ['dealersUpTo'] : [])
      .add({ ...whole, units: taken })
      .where(isAsRead)
      .commit(),
    ...bills.map(({ own, ...bill }) =>
      to.bill
        .upsert({ period, ...bill })
        .add(totalsOf(own))
        .commit(),
    ),
    ...bills.flatMap(({ DealerKey, own }) =>
      typeRowsOf(own).map(({ TypeCount, TypeSum, ...key }) =>
        to.type
          .upsert({ period, DealerKey, ...key })
          .add({ TypeCount, TypeSum })
          .commit(),
      ),
    ),
    ...lines.flatMap((own) =>
      own.map((line, number) =>
        to.line.create({ period, DealerKey: line.dealer, UnitSerNum: line.UnitSerNum, number, line }).commit(),
      ),
    ),
  ]);
  return true;
}

const keyOf = (period: string) => ({ all: 'all', period });

type RateReader = ReturnType<typeof rateReader>;

interface Closed {
  closed: readonly { period: string; startedAt: string }[];
  lateRates: LateRates | undefined;
}

async function linesOfUnit(
  { UnitSerNum, UnitModel }: Omit<UnitToBill, 'states'>,
  period: string,
  rates: RateReader,
  { closed, lateRates }: Closed,
): Promise<BillLine[]> {
  const states = await billingStateStore.of(UnitSerNum);
  const dealers = [...new Set(states.map(({ dealer }) => dealer))];
  const read = async (one: { period: string }) => ({
    period: one.period,
    lines: (await Promise.all(dealers.map((dealer) => billLineStore.ofUnit(one.period, dealer, UnitSerNum)))).flat(),
  });
  const compared: ClosedPeriod[] = [];
  const last = closed.at(-1);
  if (last) {
    const lastLines = await read(last);
    const from = comparedFrom(states, { ...lastLines, startedAt: Date.parse(last.startedAt) }, lateRates?.from);
    const earlier = closed.slice(0, -1).filter((one) => one.period >= from);
    compared.push(...(await withSettled([...(await Promise.all(earlier.map(read))), lastLines], rates)));
  }
  const ratesIn = new Map<string, ReturnType<RatesOf>>();
  for (const { period: one, lines } of [...compared, { period, lines: [] }])
    for (const dealer of dealers) {
      const levels = await rates.ratesOf(dealer, one, period);
      const isPlaceKnown = one === period || (await rates.placeOnBill(dealer, one)) !== undefined;
      if (isPlaceKnown) {
        ratesIn.set(`${one} ${dealer}`, levels);
        continue;
      }
      // The place of today may have other rates than the bill was made with. Only what a dealer above has changed since then holds instead.
      const above = dealerKeysOf(await rates.pathOf(dealer, one, period));
      const changed = (lateRates?.rates ?? []).filter(({ forDealer }) => above.includes(forDealer));
      const [own = [], ...others] = levels;
      ratesIn.set(`${one} ${dealer}`, [own, ratesSince(levels, changed), billedRates(lines, dealer), ...others]);
    }
  return linesOf(
    { UnitSerNum, UnitModel, states },
    period,
    (dealer, one) => ratesIn.get(`${one} ${dealer}`) ?? [],
    compared,
  );
}

/**
 * The closed periods of a unit. Those before the last are settled if they have lines on a bill that does not say where its dealer was: with the place of today,
 * a move since then would be corrected. The last is compared at the rates that it was billed with.
 */
async function withSettled(closed: readonly ClosedPeriod[], rates: RateReader): Promise<ClosedPeriod[]> {
  const settled = new Set<string>();
  for (const { period, lines } of closed)
    for (const line of lines)
      if ((await rates.placeOnBill(line.dealer, period)) === undefined) settled.add(periodOfLine(line, period));
  settled.delete(closed.at(-1)!.period);
  return closed.map((one) => ({ ...one, isSettled: settled.has(one.period) }));
}

/** What one step writes: the lines of the first `taken` units, or those of the first unit for some dealers. */
interface Part {
  taken: number;
  lines: readonly (readonly BillLine[])[];
  /** The last of these dealers. Undefined if all lines of the units are written. */
  dealersUpTo?: number;
}

/**
 * As many lines as fit into one transaction: at least those of one unit and dealer, which are few enough. A line needs at most three writes: itself, its bill
 * and its type.
 * @param after The last dealer whose lines of the first unit are written already.
 */
function asManyAsFit(ofUnits: readonly (readonly BillLine[])[], after = 0): Part {
  const byDealer = [...Map.groupBy(ofUnits[0] ?? [], ({ dealer }) => dealer)]
    .filter(([dealer]) => dealer > after)
    .sort(([one], [other]) => one - other);
  const dealers = fitting(byDealer.map(([, own]) => own));
  if (dealers < byDealer.length)
    return {
      taken: 0,
      lines: byDealer.slice(0, dealers).map(([, own]) => own),
      dealersUpTo: byDealer[dealers - 1]![0],
    };
  const left = after === 0 ? ofUnits : [byDealer.flatMap(([, own]) => own)];
  const taken = fitting(left);
  return { taken, lines: left.slice(0, taken) };
}

/** How many of the lists of lines fit into one transaction: at least one, if there is one. */
function fitting(lists: readonly (readonly BillLine[])[]): number {
  let writes = 1;
  for (const [taken, lines] of lists.entries()) {
    writes += 3 * lines.length;
    if (writes > MOST_WRITES && taken > 0) return taken;
  }
  return lists.length;
}
