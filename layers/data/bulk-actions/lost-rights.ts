import { instant } from '#core/time.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { tryChange } from '../kit/change.ts';
import { type BulkActionOutcome, BulkActionRowEntity, isAtTurn, isOpen } from './bulk-action-rows.ts';
import { BulkActionEntity, bulkActionObject } from './bulk-actions.ts';

const entities = { row: BulkActionRowEntity, bulkAction: BulkActionEntity };

/**
 * Stops a bulk action at a row, because the user who started it lost the right. Its open rows stay open. Does nothing if the row has an outcome, or if the
 * bulk action was stopped or resumed meanwhile: a message that comes twice or late stops nothing.
 */
export async function stopAtRow(
  { bulkAction, UnitSerNum, now }: BulkActionOutcome,
  stopReason: string,
): Promise<unknown> {
  const { bchKey, total, done, failed } = bulkAction;
  const stopped = {
    ...bulkActionObject(bulkAction),
    action: 'stop bulk action' as const,
    after: { done, failed, units: total - done - failed, reason: stopReason },
  };
  return tryChange({ entities, audit: auditEntry(SYSTEM, stopped, now) }, (to) => [
    to.row.check({ bchKey, UnitSerNum }).where(isOpen(bulkAction)).commit(),
    to.bulkAction
      .patch({ bchKey })
      .set({ stoppedAt: instant(now), stoppedAs: 'stopped', stopReason })
      .where(isAtTurn(bulkAction))
      .commit(),
  ]);
}
