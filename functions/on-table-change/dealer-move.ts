import type { StoredDealerMove } from '#data/dealers/dealer-moves.ts';
import { env } from '#platform/aws/env.ts';
import { sendMessage } from '#platform/aws/queue.ts';

/** Hands a new move to its worker, and one that was abandoned to another. */
export async function beginMove(before: StoredDealerMove | undefined, after: StoredDealerMove): Promise<void> {
  if (before?.resumed !== after.resumed) await sendMessage(env('DEALER_MOVE_QUEUE_URL'), { moveId: after.moveId });
}
