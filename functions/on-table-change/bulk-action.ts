import { sharesOf } from '#core/bulk-actions/work.ts';
import { bulkActionStore, type StoredBulkAction } from '#data/bulk-actions/bulk-actions.ts';
import { env } from '#platform/aws/env.ts';
import { sendMessage } from '#platform/aws/queue.ts';

/** Hands the open rows of a new attempt to the workers. */
export async function startNewAttempt(before: StoredBulkAction | undefined, after: StoredBulkAction): Promise<void> {
  if (before?.attempt === after.attempt) return;
  const rows = await bulkActionStore.rows(after);
  const open = rows.filter(({ state }) => state === 'queued').map(({ UnitSerNum }) => UnitSerNum);
  for (const share of sharesOf(after.bchKey, after.attempt, open))
    await sendMessage(env('BULK_ACTION_QUEUE_URL'), share);
}
