import { createWriteTransaction } from 'electrodb';
import { beginningsOf } from '#core/dealers/search.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { committed } from '#data/kit/conditions.ts';
import { DealerLookupEntity, dealerLookupsOf } from '../dealer-lookups.ts';
import type { StoredDealerMove } from '../dealer-moves.ts';
import { DealerEntity } from '../dealers.ts';
import { each, type Step, untilStill } from './step.ts';

const NAMES = 50;

/** What finds the dealers: everything at and below the moved one is found by the moved one's own searches, wherever it stands. */
export async function moveNames({ DealerKey: above, from, cursor }: StoredDealerMove): Promise<Step> {
  const page = await DealerLookupEntity.query
    .byAbove({ above })
    .go({ cursor: cursor ?? null, limit: NAMES, consistent: true });
  const left = await each(
    page.data,
    ({ DealerKey }) => `dealer ${DealerKey}`,
    ({ DealerKey, value }) => moveName(DealerKey, value, from),
  );
  return { cursor: page.cursor, left };
}

async function moveName(DealerKey: number, value: string, from: string): Promise<void> {
  await untilStill(async () => {
    const { data: dealer } = await DealerEntity.get({ DealerKey }).go({ consistent: true });
    // Of the lookups of one name the first stands for all.
    if (!dealer || beginningsOf(dealer.DealerName)[0] !== value) return true;
    const now = dealerKeysOf(dealer.dealerPath);
    const gone = dealerKeysOf(from).filter((key) => !now.includes(key));
    const old = gone.flatMap((above) =>
      beginningsOf(dealer.DealerName).map((one) => ({ above, value: one, DealerKey })),
    );
    const result = await committed(() =>
      createWriteTransaction({ dealer: DealerEntity, lookup: DealerLookupEntity }, (entities) => [
        entities.dealer
          .check({ DealerKey })
          .where((item, { eq }) =>
            [eq(item.dealerPath, dealer.dealerPath), eq(item.DealerName, dealer.DealerName)].join(' AND '),
          )
          .commit(),
        ...dealerLookupsOf(dealer).map((lookup) => entities.lookup.put(lookup).commit()),
        ...old.map((lookup) => entities.lookup.delete(lookup).commit()),
      ]).go(),
    );
    return !result.canceled;
  });
}
