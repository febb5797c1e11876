import { DealerMoveShare } from '#core/dealers/move.ts';
import { moveOn } from '#data/dealer-move-steps.ts';
import { dealerMoveStore } from '#data/dealer-moves.ts';
import { consume } from '#platform/consume.ts';
import { env } from '#platform/env.ts';
import { sendMessage } from '#platform/queue.ts';

/** So many pieces to a message: well within the time that a worker has. */
const PIECES = 20;
/** Sessions believe the old path for half a minute, so what is written under it is looked for once more after that. Seconds. */
const UNTIL_FORGOTTEN = 90;

/** Has what lies below a moved dealer follow it. How far it is stands in the table: a worker that dies is taken up by the next. */
export const handler = consume(DealerMoveShare, async ({ moveId }) => {
  let move = await dealerMoveStore.get(moveId);
  if (!move || move.state === 'done') return;
  const { pass } = move;
  for (let pieces = 0; pieces < PIECES && move.pass === pass; pieces++) {
    const next = await moveOn(move);
    if (!next) return dealerMoveStore.finish(move);
    await dealerMoveStore.keep(next);
    move = next;
  }
  await sendMessage(env('DEALER_MOVE_QUEUE_URL'), { moveId }, move.pass === pass ? 0 : UNTIL_FORGOTTEN);
});
