import { Entity } from 'electrodb';
import { searchTextsOf } from '#core/dealers/search.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/**
 * A value that finds a dealer, stored once for the dealer and for each dealer above it. A search reads only what its dealer may see,
 * one page at a time. If a dealer is renamed during a move, lookups of its old name can remain in the old place. They find nothing,
 * because a search compares each dealer's present name and place.
 */
export const DealerLookupEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerLookup', version: '1' },
    attributes: {
      above: requiredNumber,
      value: requiredText,
      DealerKey: requiredNumber,
    },
    indexes: { byAbove: primary(['above'], ['value', 'DealerKey']) },
  },
  at,
);

interface Findable {
  DealerKey: number;
  DealerName: string;
  dealerPath: string;
}

export interface DealerLookup {
  above: number;
  value: string;
  DealerKey: number;
}

/** The lookup items of the dealer. */
export const dealerLookupsOf = ({ DealerKey, DealerName, dealerPath }: Findable): DealerLookup[] =>
  dealerKeysOf(dealerPath).flatMap((above) => searchTextsOf(DealerName).map((value) => ({ above, value, DealerKey })));
