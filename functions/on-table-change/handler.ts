import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StoredBulkAction } from '#data/bulk-actions.ts';
import { type TableChange, tableChange } from '#data/table-change.ts';
import { logger, measureFailures } from '#platform/observability.ts';
import { startNewAttempt, tellProgress } from './bulk-action.ts';
import { beginMove } from './dealer-move.ts';
import { onCommandEnded } from './ended-command.ts';
import { notify, sendNew } from './notification.ts';
import { onReminderChange } from './reminder.ts';
import { onUserChange } from './user.ts';

/** Stops at the first change that could not be worked on, so that the stream comes back to it and nothing is passed over. */
export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async ({ Records }, { functionName }) => {
    const progressed = new Map<string, StoredBulkAction>();
    const failed = await firstThatFails(Records, progressed);
    // Who watches needs the latest state only, however many rows were done; what was followed before a failure is not given again.
    await Promise.all([...progressed.values()].map(tellProgress));
    measureFailures(functionName, failed ? 1 : 0);
    return { batchItemFailures: failed ? [{ itemIdentifier: sequenceOf(failed) }] : [] };
  });

async function firstThatFails(records: readonly DynamoDBRecord[], progressed: Map<string, StoredBulkAction>) {
  for (const record of records) {
    try {
      const change = tableChange(record);
      await follow(change);
      if (change?.entity === 'bulkAction' && change.after) progressed.set(change.after.bchKey, change.after);
    } catch (error) {
      logger.error('A change of the table could not be followed', error as Error);
      return record;
    }
  }
  return undefined;
}

async function follow(change: TableChange | undefined): Promise<void> {
  if (change?.entity === 'bulkAction' && change.after) await startNewAttempt(change.before, change.after);
  if (change?.entity === 'reminder') await onReminderChange(change.before, change.after);
  if (change?.entity === 'endedCommand' && change.after) await onCommandEnded(change.after);
  if (change?.entity === 'dealerMove' && change.after) await beginMove(change.before, change.after);
  if (change?.entity === 'notification' && change.after) await sendNew(change.before, change.after);
  if (change?.entity === 'user') await onUserChange(change.before, change.after);
  if (change) await notify(change);
}

const sequenceOf = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber ?? '';
