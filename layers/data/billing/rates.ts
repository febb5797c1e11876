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
  const paths = new Map<string, Promise<string>>();
  const readPath = async (DealerKey: number, period: string) => {
    const { data: bill } = await BillEntity.get({ period, DealerKey }).go();
    return bill?.ratesPath ?? (await dealerStore.byKey(DealerKey))?.dealerPath ?? '';
  };
  const pathOf = (dealer: number, period: string): Promise<string> => {
    const key = `${period} ${dealer}`;
    return paths.get(key) ?? paths.set(key, readPath(dealer, period)).get(key)!;
  };
  let changedFrom: Promise<string | undefined> | undefined;
  return {
    pathOf,
    /** The earliest day of the rates that changed since a run began; undefined if none did. */
    changedSince: (runStartedAt: number) => (changedFrom ??= rateChangeStore.earliestSince(runStartedAt)),
    /** The rates of a dealer, then of each dealer that is above it in the period. */
    async ratesOf(dealer: number, period: string) {
      const rates = await all;
      return dealerKeysOf(await pathOf(dealer, period))
        .toReversed()
        .map((key) => rates.filter(({ forDealer }) => forDealer === key));
    },
  };
}
