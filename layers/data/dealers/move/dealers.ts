import { movedPath } from '#core/dealers/tree.ts';
import { refusedAs, tryChange } from '../../kit/change.ts';
import { through } from '../../kit/table.ts';
import { DealerMoveEntity, type StoredDealerMove } from '../dealer-moves.ts';
import { DealerEntity } from '../dealers.ts';
import type { Step } from './follower.ts';

/** A transaction holds a hundred writes. */
const DEALERS = 90;

type Following = { DealerKey: number; dealerPath: string };

/** The dealers below, on the condition that they still stand in the old place and the move still holds it. */
export async function moveDealers(move: StoredDealerMove): Promise<Step> {
  const { from, cursor } = move;
  const page = await DealerEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: cursor ?? null, limit: DEALERS });
  if ((await follow(move, page.data)) === 'changed')
    for (const dealer of page.data) if ((await follow(move, [dealer])) === 'over') break;
  return { cursor: page.cursor, left: [] };
}

/** Returns `over` if the move no longer holds its places, `changed` if one of the dealers is elsewhere already. */
async function follow(
  { moveId, from, to }: StoredDealerMove,
  dealers: readonly Following[],
): Promise<'over' | 'changed' | undefined> {
  if (dealers.length === 0) return undefined;
  return tryChange({ entities: { move: DealerMoveEntity, dealer: DealerEntity } }, (entities) => [
    refusedAs(
      'over',
      entities.move
        .check({ moveId })
        .where((move, { eq }) => eq(move.held, true))
        .commit(),
    ),
    ...dealers.map(({ DealerKey, dealerPath }) =>
      entities.dealer
        .patch({ DealerKey })
        .set({ dealerPath: movedPath(dealerPath, from, to) })
        .where((dealer, { eq }) => eq(dealer.dealerPath, dealerPath))
        .commit(),
    ),
  ]);
}
