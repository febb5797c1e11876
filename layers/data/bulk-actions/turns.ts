import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { nextDueAt } from '#core/bulk-actions/pace.ts';
import { instant } from '#core/time.ts';
import { tryChange } from '../kit/change.ts';
import { isAtTurn } from './bulk-action-rows.ts';
import { BulkActionEntity } from './bulk-actions.ts';

/**
 * Begins the next turn of a bulk action with a pace, after the rows of its turn have their outcomes. The change stream hands out its rows, so it
 * does not get lost with this process. `last`: the last unit of the turn. Does nothing if another worker has begun it, or if the bulk action is held.
 */
export async function beginNextTurn(bulkAction: BulkActionRecord, last: string, now: number): Promise<void> {
  const { bchKey, pace, dueAt } = bulkAction;
  if (pace === undefined) return;
  const due = nextDueAt(pace, dueAt === undefined ? now : Date.parse(dueAt), now);
  await tryChange({ entities: { bulkAction: BulkActionEntity } }, (to) => [
    to.bulkAction
      .patch({ bchKey })
      .add({ turn: 1 })
      .set({ dueAt: instant(due), ...(bulkAction.pagesRead !== undefined && { handedTo: last }) })
      .where(isAtTurn(bulkAction))
      .commit(),
  ]);
}
