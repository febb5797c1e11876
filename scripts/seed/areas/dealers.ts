import { DealerLookupEntity, dealerLookupsOf } from '#data/dealers/dealer-lookups.ts';
import { BillingCodeEntity, DealerEntity, DealerNameEntity, reservedNameKey } from '#data/dealers/dealers.ts';
import { DEALERS, dealerItem } from '../dealers.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

export const seed: Seed = function* () {
  for (const dealer of DEALERS) {
    const item = dealerItem(dealer);
    yield itemOf(DealerEntity, item);
    yield itemOf(DealerNameEntity, reservedNameKey(dealer));
    yield itemOf(BillingCodeEntity, { code: item.DealerBillingCode, DealerKey: dealer.DealerKey });
    for (const lookup of dealerLookupsOf(dealer)) yield itemOf(DealerLookupEntity, lookup);
  }
};
