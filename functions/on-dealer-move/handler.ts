import { type DealerMove, DealerMoveShare } from '#core/dealers/move.ts';
import { SECOND } from '#core/time.ts';
import { DEALER_FOLLOWERS } from '#data/dealer-followers.ts';
import { DEALER_PHASES, dealerMoveStore } from '#data/dealers/dealer-moves.ts';
import { runMoveStep } from '#data/dealers/move/run-move-step.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';

/** Few enough for the function's time limit. */
const PARTS_PER_MESSAGE = 20;
/** Longer than an index is behind the table. */
const INDEX_DELAY_MS = 10 * SECOND;
/** Sessions trust the old path for half a minute and write under it. The second pass begins after that. */
const SECOND_PASS_DELAY_MS = 90 * SECOND;

/** Moves everything below a moved dealer. The table stores the progress, so another worker can continue after a crash. */
export const handler = consume(DealerMoveShare, async ({ moveId }) => {
  let move = await dealerMoveStore.get(moveId);
  if (!move || move.state === 'done') return;
  for (let parts = 0; parts < PARTS_PER_MESSAGE && move.continuesAt <= Date.now(); parts++) {
    const { next, left } = await runMoveStep(move, DEALER_FOLLOWERS);
    for (const { what, error } of left)
      logger.error('Something below a moved dealer cannot follow it', { moveId, what, error: error as Error });
    if (!next) return dealerMoveStore.finish({ ...move, left: move.left + left.length });
    if (DEALER_PHASES.includes(move.phase) && !DEALER_PHASES.includes(next.phase)) await dealerMoveStore.release(move);
    const kept: DealerMove = { ...next, continuesAt: Date.now() + delayBefore(move, next) };
    await dealerMoveStore.keep(kept);
    move = kept;
  }
  const wait = Math.max(0, Math.ceil((move.continuesAt - Date.now()) / SECOND));
  await sendMessage(env('DEALER_MOVE_QUEUE_URL'), { moveId }, wait, moveId);
});

function delayBefore(was: DealerMove, next: DealerMove): number {
  if (was.pass !== next.pass) return SECOND_PASS_DELAY_MS;
  return was.phase === 'dealers' && next.phase === 'lateDealers' ? INDEX_DELAY_MS : 0;
}
