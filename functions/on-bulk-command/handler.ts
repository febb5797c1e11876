import { BulkActionShare } from '#core/bulk-actions/work.ts';
import { commandWork } from '#data/sims/command-work.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { commandTools } from '#platform/bulk-actions/command-tools.ts';
import { workOnShare } from '#platform/bulk-actions/share.ts';

/** Does the rows of bulk actions that command units. */
export const handler = consume(BulkActionShare, (share, _record, { getRemainingTimeInMillis }) =>
  workOnShare(share, {
    works: commandWork,
    tools: commandTools,
    queueUrl: env('BULK_COMMAND_QUEUE_URL'),
    millisecondsLeft: getRemainingTimeInMillis,
  }),
);
