import type { DealerChange } from '#core/dealers/dealer.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { MOVE_LIMIT, TOO_MANY_MOVES } from '#core/dealers/move.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { dealerChangeStore } from '#data/dealers/dealer-changes.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';

const LIMIT: AttemptLimit = { kind: 'dealerMove', ...MOVE_LIMIT };

/** Moves a dealer below another. The limit counts the moves of the user's home dealer, without refused ones. */
export async function moveDealer(
  scope: Scope,
  was: DealerRecord,
  change: Omit<DealerChange, 'DealerKey' | 'DealerParent'>,
  parent: DealerRecord | null,
  now: number,
): Promise<DealerRecord> {
  const mover = String(scope.home.dealerKey);
  if (!(await attemptStore.count(LIMIT, mover, now))) throw new AppError('TOO_MANY', TOO_MANY_MOVES);
  try {
    return await dealerChangeStore.move(scope, was, change, parent, now);
  } catch (error) {
    await attemptStore.undoCount(LIMIT, mover, now);
    throw error;
  }
}
