import { requireRateOnce } from '#core/billing/rates.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { versionedRecords } from '../kit/versioned-records.ts';
import { BillingRateEntity } from './entities.ts';

export const billingRateStore = versionedRecords(BillingRateEntity, {
  noun: 'billing rate',
  objectKind: 'billingRate',
  of: 'portal',
  listedBy: 'byDealer',
  rule: requireRateOnce,
});

/** Reads all rates once, and the place of each dealer once. The answer is the rates of a dealer, then of each dealer above it. */
export function rateReader() {
  const all = billingRateStore.all({ dealerKey: ROOT_DEALER });
  const paths = new Map<number, Promise<string>>();
  const pathOf = async (key: number) => (await dealerStore.byKey(key))?.dealerPath ?? '';
  return async (key: number) => {
    const path = paths.get(key) ?? paths.set(key, pathOf(key)).get(key)!;
    const rates = await all;
    return dealerKeysOf(await path)
      .toReversed()
      .map((dealer) => rates.filter(({ forDealer }) => forDealer === dealer));
  };
}
