import { BulkActionTask } from '#core/bulk-actions/work.ts';
import { BULK_WORK } from '#data/bulk-work.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { workOnShare } from '#platform/bulk-actions/share.ts';
import { bulkTools } from '#platform/sims/bulk-tools.ts';
import { collect } from './collect.ts';

/** Finds the units of bulk actions, and does the rows of those that command no unit. */
export const handler = consume(BulkActionTask, async (task, _record, { getRemainingTimeInMillis }) => {
  if ('collects' in task) return collect(task, getRemainingTimeInMillis);
  await workOnShare(task, {
    works: BULK_WORK,
    tools: bulkTools,
    queueUrl: env('BULK_ACTION_QUEUE_URL'),
    millisecondsLeft: getRemainingTimeInMillis,
  });
});
