import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { instant } from '#core/time.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { tryChange } from '../kit/change.ts';
import { type BulkActionOutcome, BulkActionRowEntity, isAtTurn, isOpen } from './bulk-action-rows.ts';
import { BulkActionEntity, bulkActionObject, rowsOf } from './bulk-actions.ts';

const entities = { row: BulkActionRowEntity, bulkAction: BulkActionEntity };

/** The audit entry of a bulk action that the system stops. */
export const stopEntry = (bulkAction: BulkActionRecord, reason: string, now: number) => {
  const after = { ...rowsOf(bulkAction), reason };
  return auditEntry(SYSTEM, { ...bulkActionObject(bulkAction), action: 'stop bulk action', after }, now);
};

/** What a bulk action that the system stops says of it. */
export const stoppedBySystem = (stopReason: string, now: number) => ({
  stoppedAt: instant(now),
  stoppedAs: 'stopped' as const,
  stopReason,
});

/**
 * Stops a bulk action at a row, because the user who started it lost the right. Its open rows stay open. Does nothing if the row has an outcome, or if the
 * bulk action was stopped or resumed meanwhile: a message that comes twice or late stops nothing.
 */
export async function stopAtRow(
  { bulkAction, UnitSerNum, now }: BulkActionOutcome,
  stopReason: string,
): Promise<unknown> {
  const { bchKey } = bulkAction;
  return tryChange({ entities, audit: stopEntry(bulkAction, stopReason, now) }, (to) => [
    to.row.check({ bchKey, UnitSerNum }).where(isOpen(bulkAction)).commit(),
    to.bulkAction.patch({ bchKey }).set(stoppedBySystem(stopReason, now)).where(isAtTurn(bulkAction)).commit(),
  ]);
}
