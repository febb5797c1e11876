import { sharesOf } from '#core/bulk-actions/work.ts';
import { bulkActionTopic } from '#core/live/messages.ts';
import { bulkActionStore, type StoredBulkAction, shownBulkAction } from '#data/bulk-actions.ts';
import { env } from '#platform/env.ts';
import { publish } from '#platform/publish.ts';
import { sendMessage } from '#platform/queue.ts';

/** Starts the work of a new attempt, and tells who watches how far it is. */
export async function onBulkActionChange(before: StoredBulkAction | undefined, after: StoredBulkAction | undefined) {
  if (!after) return;
  if (before?.attempt !== after.attempt) await startWork(after);
  await publish(bulkActionTopic(after.bchKey), shownBulkAction(after));
}

async function startWork(bulkAction: StoredBulkAction) {
  const rows = await bulkActionStore.rows(bulkAction);
  const open = rows.filter(({ state }) => state === 'queued').map(({ UnitSerNum }) => UnitSerNum);
  for (const share of sharesOf(bulkAction.bchKey, bulkAction.attempt, open))
    await sendMessage(env('BULK_ACTION_QUEUE_URL'), share);
}
