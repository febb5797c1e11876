import { type BulkAction, isFinished } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { isStalled } from './bulk-actions.ts';

/** A stored bulk action as the portal shows it at `now` (milliseconds). */
export const shownBulkAction = (stored: BulkActionRecord, now: number): BulkAction => ({
  bchKey: stored.bchKey,
  action: stored.action,
  type: stored.type,
  ...(stored.value && { value: stored.value }),
  ...(stored.matching !== undefined && { matching: stored.matching }),
  UnitModel: stored.UnitModel,
  state: stateOf(stored),
  attempt: stored.attempt,
  turn: stored.turn ?? 0,
  total: stored.total,
  done: stored.done,
  failed: stored.failed,
  ...(stored.asked !== undefined && { asked: stored.asked }),
  ...(stored.already !== undefined && { already: stored.already }),
  isStalled: isStalled(stored, now),
  ...(stored.collecting && { isPartial: true }),
  ...(stored.stopReason !== undefined && { stopReason: stored.stopReason }),
  ...(stored.pace !== undefined && { pace: stored.pace }),
  createdAt: stored.createdAt,
  createdBy: stored.createdBy,
  dealerKey: stored.dealerKey,
});

function stateOf(stored: BulkActionRecord): BulkAction['state'] {
  // What was on its way to a carrier can be the last outcome of a cancelled action, which is over for good.
  if (stored.stoppedAs === 'cancelled') return 'cancelled';
  if (isFinished(stored)) return 'finished';
  if (stored.stoppedAt) return stored.stoppedAs ?? 'paused';
  if (stored.collecting) return 'collecting';
  return stored.done + stored.failed > 0 ? 'running' : 'queued';
}
