import { HOLDING_PHASES, MOVE_PHASES, type StoredDealerMove } from '../dealer-moves.ts';
import { moveBulkActions } from './bulk-actions.ts';
import { moveDealers } from './dealers.ts';
import { moveNames } from './names.ts';
import type { Step } from './step.ts';
import { moveUnits } from './units.ts';
import { moveUsers } from './users.ts';

const STEPS: Record<StoredDealerMove['phase'], (move: StoredDealerMove) => Promise<Step>> = {
  dealers: moveDealers,
  lateDealers: moveDealers,
  names: moveNames,
  users: moveUsers,
  bulkActions: moveBulkActions,
  units: moveUnits,
};

/**
 * Does the next piece of a move, a small one: a worker that dies has little to do again. `next` is how far it is then, undefined when
 * all of it is gone through; `left` what could not follow.
 * Dealers follow by the condition that they still stand in the old place and the move still holds it. Whatever is theirs is put where
 * its dealer stands in that moment, so that it comes out right whichever move comes by, and however often.
 */
export async function moveOn(move: StoredDealerMove): Promise<{ next?: StoredDealerMove; left: Step['left'] }> {
  const { cursor, left } = await STEPS[move.phase](move);
  const { cursor: _cursor, ...counted } = { ...move, left: move.left + left.length };
  if (cursor !== null) return { next: { ...counted, cursor }, left };
  const phase = MOVE_PHASES[MOVE_PHASES.indexOf(move.phase) + 1];
  if (phase) return { next: { ...counted, phase, held: move.held && HOLDING_PHASES.includes(phase) }, left };
  // What could not follow is tried once more, and counted anew.
  return move.pass === 1 ? { next: { ...counted, left: 0, pass: 2, phase: 'names' }, left } : { left };
}
