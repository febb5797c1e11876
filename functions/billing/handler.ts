import { progressOf } from '#core/billing/bill.ts';
import { billing } from '#core/billing/contract.ts';
import { NO_TOTALS } from '#core/billing/totals.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { type Scope, WHOLE_TREE } from '#core/scope.ts';
import { billLineStore, billStore } from '#data/billing/bills.ts';
import { billingRunStore } from '#data/billing/make-bills.ts';
import { billingRateStore } from '#data/billing/rates.ts';
import { shownBills, totalsIn } from '#data/billing/shown.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { rowOf, summaryRowOf } from './row.ts';
import { listUsage } from './usage.ts';

/** The counts of units are of all dealers. */
const shownProgress = (run: Parameters<typeof progressOf>[0], scope: Scope) =>
  progressOf(run, scope.dealerKey === ROOT_DEALER);

const NO_ROWS = { items: [], cursor: null };

export const handler = serve(billing, {
  async periods() {
    return { periods: await billingRunStore.closed() };
  },

  async readAll({ input: { period, ...request } }) {
    const run = await billingRunStore.get(period);
    const howFar = { closedAt: run?.closedAt ?? null, progress: progressOf(run, true) };
    if (howFar.closedAt === null) return { ...NO_ROWS, totals: NO_TOTALS, ...howFar };
    const { items, cursor } = await billStore.list(period, request);
    return { items: await shownBills(items), cursor, totals: totalsIn(run!), ...howFar };
  },

  async read({ input: { dealer, period, ...request }, scope }) {
    const { DealerKey } = await billedDealer(scope, dealer);
    const run = await billingRunStore.get(period);
    const isClosed = run?.closedAt !== undefined;
    const [bill, { items, cursor }] = isClosed
      ? await Promise.all([billStore.get(period, DealerKey), billStore.types(period, DealerKey, request)])
      : [undefined, NO_ROWS];
    const [shown] = await shownBills([bill ?? { DealerKey }]);
    const rows = items.map((row) => summaryRowOf(row, shown!.BillingCode));
    return { ...shown!, items: rows, cursor, closedAt: run?.closedAt ?? null, progress: shownProgress(run, scope) };
  },

  async details({ input: { dealer, period, ...request }, scope }) {
    const { DealerKey } = await billedDealer(scope, dealer);
    const run = await billingRunStore.get(period);
    const progress = shownProgress(run, scope);
    if (run?.closedAt === undefined) return { ...NO_ROWS, progress };
    const [bill, { items, cursor }] = await Promise.all([
      billStore.get(period, DealerKey),
      billLineStore.list(period, DealerKey, request),
    ]);
    const [shown] = await shownBills([bill ?? { DealerKey }]);
    const present = await unitStore.getMany(scope, [...new Set(items.map(({ UnitSerNum }) => UnitSerNum))]);
    const units = new Map(present.map((unit) => [unit.UnitSerNum, unit]));
    return {
      items: items.map((item) => rowOf(item, shown!.BillingCode, units.get(item.UnitSerNum))),
      cursor,
      progress,
    };
  },

  async usage({ input: { dealer, ...asked }, scope }) {
    const isOfAll = dealer === undefined && scope.dealerKey === ROOT_DEALER;
    const DealerKey = isOfAll ? undefined : (await billedDealer(scope, dealer ?? scope.dealerKey)).DealerKey;
    return listUsage({ ...asked, DealerKey }, scope);
  },

  async rates({ input, scope }) {
    const { items, cursor } = await billingRateStore.list(scope, input);
    const names = await dealerStore.names([...new Set(items.map(({ forDealer }) => forDealer))], Date.now());
    return { items: items.map((rate) => ({ ...rate, DealerName: names.get(rate.forDealer) ?? '' })), cursor };
  },

  async addRate({ input, scope }) {
    await dealerStore.get(WHOLE_TREE, input.forDealer);
    return billingRateStore.add(scope, input, Date.now());
  },

  async updateRate({ input: { id, version, ...fields }, scope }) {
    await dealerStore.get(WHOLE_TREE, fields.forDealer);
    return billingRateStore.update(scope, { id, version }, fields, Date.now());
  },

  async removeRate({ input, scope }) {
    await billingRateStore.remove(scope, input, Date.now());
    return {};
  },
});

/** The dealer itself, or any dealer for the root dealer. NOT_FOUND for every other [P1-A10 P1-A11]. */
async function billedDealer(scope: Scope, dealer: number) {
  if (scope.dealerKey !== ROOT_DEALER && scope.dealerKey !== dealer)
    throw new AppError('NOT_FOUND', 'There is no such dealer');
  return dealerStore.get(scope, dealer);
}
