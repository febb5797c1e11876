import { DealerLookupEntity, dealerLookupsOf } from '#data/dealers/dealer-lookups.ts';
import { DealerEntity, DealerNameEntity, reservedNameKey } from '#data/dealers/dealers.ts';
import { DEALERS, dealerItem } from '../dealers.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

export const seed: Seed = function* () {
  for (const dealer of DEALERS) {
    yield itemOf(DealerEntity, dealerItem(dealer));
    yield itemOf(DealerNameEntity, reservedNameKey(dealer));
    for (const lookup of dealerLookupsOf(dealer)) yield itemOf(DealerLookupEntity, lookup);
  }
};
