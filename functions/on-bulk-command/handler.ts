import { BulkActionShare } from '#core/bulk-actions/work.ts';
import { unsentCommands } from '#data/consoles/unsent-commands.ts';
import { commandWork } from '#data/sims/command-work.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { commandTools } from '#platform/bulk-actions/command-tools.ts';
import { workOnShare } from '#platform/bulk-actions/share.ts';

/**
 * Does the rows of bulk actions that command units. First it sends what an earlier worker of the share stored and did not send, because it was killed: also of an
 * action that has ended or is held meanwhile, because the rows say that their units were told. A bridge takes a command once.
 */
export const handler = consume(BulkActionShare, async (share, _record, { getRemainingTimeInMillis }) => {
  const unsent = await unsentCommands(share.bchKey, share.units, Date.now());
  await Promise.all(unsent.map(commandTools.sendCommand));
  await workOnShare(share, {
    works: commandWork,
    tools: () => commandTools,
    queueUrl: env('BULK_COMMAND_QUEUE_URL'),
    millisecondsLeft: getRemainingTimeInMillis,
  });
});
