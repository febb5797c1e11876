import { type BulkAction, isFinished } from '#core/bulk-actions/bulk-action.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { isStalled, type StoredBulkAction } from './bulk-actions.ts';

/** A stored bulk action as the portal shows it at `now` (milliseconds). */
export const shownBulkAction = (stored: StoredBulkAction, now: number): BulkAction => ({
  bchKey: stored.bchKey,
  action: stored.action,
  type: stored.type,
  UnitModel: stored.UnitModel as UnitModel,
  state: isFinished(stored) ? 'finished' : stored.done + stored.failed > 0 ? 'running' : 'queued',
  total: stored.total,
  done: stored.done,
  failed: stored.failed,
  mayRetry: isFinished(stored) ? stored.failed > 0 : isStalled(stored, now),
  createdAt: stored.createdAt,
  createdBy: stored.createdBy,
  dealerKey: stored.dealerKey,
});
