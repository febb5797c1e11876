import { periodsBetween } from '#core/billing/period.ts';
import { requireRateOnce } from '#core/billing/rates.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { versionedRecords } from '../kit/versioned-records.ts';
import { BillEntity, BillingRateEntity } from './entities.ts';
import { rateChangeStore } from './rate-changes.ts';

export const billingRateStore = versionedRecords(BillingRateEntity, {
  noun: 'billing rate',
  objectKind: 'billingRate',
  of: 'portal',
  listedBy: 'byDealer',
  rule: requireRateOnce,
});

/**
 * The rates for the run of one period. Reads all of them once, and the place of each dealer in a period once. A bill keeps the place that its dealer had when it was begun, so that a move in the
 * tree corrects no closed bill.
 */
export function rateReader() {
  const all = billingRateStore.all({ dealerKey: ROOT_DEALER });
  const billOf = readOnce(async (DealerKey: number, period: string) => {
    const { data } = await BillEntity.get({ period, DealerKey }).go({ consistent: true });
    return data ?? undefined;
  });
  const placeOnBill = async (dealer: number, period: string) => (await billOf(dealer, period))?.ratesPath;
  // Without a bill, corrections of the period are on a later one.
  const pathOf = readOnce(async (dealer: number, period: string, run: string) => {
    for (const one of periodsBetween(period, run)) {
      const path = await placeOnBill(dealer, one);
      if (path !== undefined) return path;
    }
    return (await dealerStore.byKey(dealer))?.dealerPath ?? '';
  });
  let changed: ReturnType<typeof rateChangeStore.since> | undefined;
  return {
    /** Where the bill of a dealer says that the dealer was; undefined for bills from before they kept it. */
    placeOnBill,
    /** Where a dealer was in a period, as the run of another one sees it. */
    pathOf,
    /** The billing code of a dealer on its bill: the one that it had when the bill was begun. */
    codeOf: readOnce(
      async (dealer: number, period: string) =>
        (await billOf(dealer, period))?.BillingCode ?? (await dealerStore.byKey(dealer))?.DealerBillingCode ?? '',
    ),
    /** The rates that changed since a run began; undefined if none did. */
    changedSince: (runStartedAt: number) => (changed ??= rateChangeStore.since(runStartedAt)),
    /** The rates of a dealer, then of each dealer that is above it in the period. */
    async ratesOf(dealer: number, period: string, run: string) {
      const rates = await all;
      return dealerKeysOf(await pathOf(dealer, period, run))
        .toReversed()
        .map((key) => rates.filter(({ forDealer }) => forDealer === key));
    },
  };
}

function readOnce<Key extends readonly (string | number)[], Value>(read: (...key: Key) => Promise<Value>) {
  const known = new Map<string, Promise<Value>>();
  return (...key: Key): Promise<Value> => {
    const name = key.join(' ');
    return known.get(name) ?? known.set(name, read(...key)).get(name)!;
  };
}
