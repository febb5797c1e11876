import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { BulkActionEntity } from './bulk-actions.ts';

const PAGE_SIZE = 50;

/** Finds the bulk actions by the keys of the dealers in the new place. */
export const bulkActionFollower = dealerFollower({
  name: 'bulkActions',
  order: 3,
  page: ({ to }, cursor) =>
    DealerEntity.query
      .byTree({ tree: 'all' })
      .between({ dealerPath: to }, { dealerPath: endOfPrefix(to) })
      .go({ cursor, limit: PAGE_SIZE }),
  labelOf: ({ DealerKey }) => `bulk actions of dealer ${DealerKey}`,
  async settle({ DealerKey, dealerPath }) {
    const { data } = await BulkActionEntity.query.byDealer({ dealerKey: DealerKey }).go({ pages: 'all' });
    for (const { bchKey, dealerPath: was } of data)
      if (was !== dealerPath)
        // If the dealer has moved again, the other move updates its bulk actions.
        await tryChange({ entities: { bulkAction: BulkActionEntity, dealer: DealerEntity } }, (to) => [
          to.bulkAction
            .patch({ bchKey })
            .set({ dealerPath })
            .where((item, { eq }) => eq(item.dealerPath, was))
            .commit(),
          dealerIsAt(to.dealer, { DealerKey, dealerPath }),
        ]);
    return true;
  },
});

export const dealerFollowers = [bulkActionFollower];
