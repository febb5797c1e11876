import { DealerMoveShare } from '#core/dealers/move.ts';
import { SECOND } from '#core/time.ts';
import { AREAS } from '#data/areas.ts';
import { dealerMoveStore, type StoredDealerMove } from '#data/dealers/dealer-moves.ts';
import { moveOn } from '#data/dealers/move/move-on.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';

const FOLLOWERS = Object.values(AREAS).flatMap(({ dealerFollowers = [] }) => dealerFollowers);

/** So many pieces to a message: well within the time that a worker has. */
const PIECES = 20;
/** Longer than an index is behind what was written. */
const UNTIL_LISTED = 10 * SECOND;
/** Sessions believe the old path for half a minute, so what is written under it is looked for once more after that. */
const UNTIL_FORGOTTEN = 90 * SECOND;

/** Has what lies below a moved dealer follow it. How far it is stands in the table: a worker that dies is taken up by the next. */
export const handler = consume(DealerMoveShare, async ({ moveId }) => {
  let move = await dealerMoveStore.get(moveId);
  if (!move || move.state === 'done') return;
  for (let pieces = 0; pieces < PIECES && move.goesOnAt <= Date.now(); pieces++) {
    const { next, left } = await moveOn(move, FOLLOWERS);
    for (const { what, error } of left)
      logger.error('Something below a moved dealer cannot follow it', { moveId, what, error: error as Error });
    if (!next) return dealerMoveStore.finish({ ...move, left: move.left + left.length });
    const now = Date.now();
    const kept: StoredDealerMove = { ...next, goesOnAt: now + waitBetween(move, next) };
    if (move.held && !kept.held) await dealerMoveStore.giveFree(kept);
    await dealerMoveStore.keep(kept, now);
    move = kept;
  }
  const wait = Math.max(0, Math.ceil((move.goesOnAt - Date.now()) / SECOND));
  await sendMessage(env('DEALER_MOVE_QUEUE_URL'), { moveId }, wait);
});

function waitBetween(was: StoredDealerMove, next: StoredDealerMove): number {
  if (was.pass !== next.pass) return UNTIL_FORGOTTEN;
  return was.phase !== next.phase && next.phase === 'lateDealers' ? UNTIL_LISTED : 0;
}
