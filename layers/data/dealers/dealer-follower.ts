import { searchTextsOf } from '#core/dealers/search.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { tryChange } from '../kit/change.ts';
import { DealerLookupEntity, dealerLookupsOf } from './dealer-lookups.ts';
import { DealerEntity } from './dealers.ts';
import { dealerFollower } from './move/follower.ts';

const PAGE_SIZE = 50;

/** The lookups of dealers by name. The key of the moved dealer finds its own and those of all dealers below it. */
const nameFollower = dealerFollower({
  name: 'dealerNames',
  order: 1,
  page: ({ DealerKey: above }, cursor) =>
    DealerLookupEntity.query.byAbove({ above }).go({ cursor, limit: PAGE_SIZE, consistent: true }),
  labelOf: ({ DealerKey }) => `dealer ${DealerKey}`,
  async settle({ DealerKey, value }, { from }) {
    const { data: dealer } = await DealerEntity.get({ DealerKey }).go({ consistent: true });
    // A name has several lookups; the first one stands for all.
    if (!dealer || searchTextsOf(dealer.DealerName)[0] !== value) return true;
    const now = dealerKeysOf(dealer.dealerPath);
    const gone = dealerKeysOf(from).filter((key) => !now.includes(key));
    const old = gone.flatMap((above) =>
      searchTextsOf(dealer.DealerName).map((one) => ({ above, value: one, DealerKey })),
    );
    const refusal = await tryChange({ entities: { dealer: DealerEntity, lookup: DealerLookupEntity } }, (to) => [
      to.dealer
        .check({ DealerKey })
        .where((item, { eq }) =>
          [eq(item.dealerPath, dealer.dealerPath), eq(item.DealerName, dealer.DealerName)].join(' AND '),
        )
        .commit(),
      ...dealerLookupsOf(dealer).map((lookup) => to.lookup.put(lookup).commit()),
      ...old.map((lookup) => to.lookup.delete(lookup).commit()),
    ]);
    return refusal === undefined;
  },
});

export const dealerFollowers = [nameFollower];
