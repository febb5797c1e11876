import { Entity } from 'electrodb';
import { beginningsOf } from '#core/dealers/search.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/**
 * What a dealer can be found by, once for itself and each dealer above it: a search reads nothing but what its dealer may see, and
 * as much of it as a page shows. Where a dealer is renamed while a move takes it along, some of its old name can stay where it stood:
 * it finds nothing, as a search takes a dealer only by the name and the place that it has then.
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

/** Everything that finds the dealer, as items to write. */
export const dealerLookupsOf = ({ DealerKey, DealerName, dealerPath }: Findable): DealerLookup[] =>
  dealerKeysOf(dealerPath).flatMap((above) => beginningsOf(DealerName).map((value) => ({ above, value, DealerKey })));
