import { createWriteTransaction } from 'electrodb';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { committed } from '#data/kit/conditions.ts';
import { through } from '#data/kit/table.ts';
import type { StoredDealerMove } from '../dealer-moves.ts';
import { DealerEntity, standingAt } from '../dealers.ts';
import type { Step } from './step.ts';

const DEALERS = 50;

/** The bulk actions of the dealers at and below the new place: they hang on a dealer by its key. */
export async function moveBulkActions({ to, cursor }: StoredDealerMove): Promise<Step> {
  const page = await DealerEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: to }, { dealerPath: through(to) })
    .go({ cursor: cursor ?? null, limit: DEALERS });
  for (const { DealerKey, dealerPath } of page.data) {
    const { data } = await BulkActionEntity.query.byDealer({ dealerKey: DealerKey }).go({ pages: 'all' });
    for (const { bchKey, dealerPath: was } of data)
      if (was !== dealerPath)
        // A dealer that stands elsewhere by now is another move's.
        await committed(() =>
          createWriteTransaction({ bulkAction: BulkActionEntity, dealer: DealerEntity }, (entities) => [
            entities.bulkAction
              .patch({ bchKey })
              .set({ dealerPath })
              .where((item, { eq }) => eq(item.dealerPath, was))
              .commit(),
            standingAt(entities.dealer, { DealerKey, dealerPath }),
          ]).go(),
        );
  }
  return { cursor: page.cursor, left: [] };
}
