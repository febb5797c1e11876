import type { DealerMove } from '#core/dealers/move.ts';
import { DEALER_PHASES } from '../dealer-moves.ts';
import { moveDealers } from './dealers.ts';
import type { DealerFollower, Step } from './follower.ts';

/**
 * Runs the next small step of a move, so that little is repeated if a worker dies. `next` is the new state of the move, undefined at the
 * end. `left` are the items that could not follow.
 */
export async function runMoveStep(
  move: DealerMove,
  followers: readonly DealerFollower[],
): Promise<{ next?: DealerMove; left: Step['left'] }> {
  const follower = followers.find(({ name }) => name === move.phase);
  const { cursor, left } = follower ? await follower.step(move, move.cursor) : await moveDealers(move);
  const { cursor: _cursor, ...counted } = { ...move, left: move.left + left.length };
  if (cursor !== null) return { next: { ...counted, cursor }, left };
  const phases = [...DEALER_PHASES, ...followers.map(({ name }) => name)];
  const phase = phases[phases.indexOf(move.phase) + 1];
  if (phase) return { next: { ...counted, phase }, left };
  // The second pass retries the items that could not follow, and counts them again.
  return move.pass === 1 ? { next: { ...counted, left: 0, pass: 2, phase: followers[0]!.name }, left } : { left };
}
