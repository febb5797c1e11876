import type { DealerMove } from '#core/dealers/move.ts';
import { movedPath } from '#core/dealers/tree.ts';
import { refusedAs, tryChange } from '../../kit/change.ts';
import { endOfPrefix } from '../../kit/table.ts';
import { DealerTreeEntity, TREE } from '../dealer-tree.ts';
import { DealerEntity } from '../dealers.ts';
import type { Step } from './follower.ts';

/** A transaction has at most a hundred writes. */
const PAGE_SIZE = 90;

type Following = { DealerKey: number; dealerPath: string };

/** Moves the dealers below, on the condition that they are still in the old place and that the move still holds the tree. */
export async function moveDealers(move: DealerMove): Promise<Step> {
  const { from, cursor } = move;
  const page = await DealerEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
    .go({ cursor: cursor ?? null, limit: PAGE_SIZE });
  if ((await follow(move, page.data)) === 'changed')
    for (const dealer of page.data) if ((await follow(move, [dealer])) === 'released') break;
  return { cursor: page.cursor, left: [] };
}

/** `released` if the move no longer holds the tree, `changed` if one of the dealers has moved already. */
async function follow({ moveId, from, to }: DealerMove, dealers: readonly Following[]) {
  if (dealers.length === 0) return undefined;
  return tryChange({ entities: { tree: DealerTreeEntity, dealer: DealerEntity } }, (write) => [
    refusedAs(
      'released',
      write.tree
        .check(TREE)
        .where((tree, { eq }) => eq(tree.moveId, moveId))
        .commit(),
    ),
    ...dealers.map(({ DealerKey, dealerPath }) =>
      write.dealer
        .patch({ DealerKey })
        .set({ dealerPath: movedPath(dealerPath, from, to) })
        .where((dealer, { eq }) => eq(dealer.dealerPath, dealerPath))
        .commit(),
    ),
  ]);
}
