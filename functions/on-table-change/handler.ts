import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { StoredBulkAction } from '#data/bulk-actions/bulk-actions.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { env } from '#platform/aws/env.ts';
import { logger, measureFailures, measureSetAside } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { follow } from './follow.ts';
import { TOLD_WITHIN, tellProgress } from './progress.ts';
import { within } from './within.ts';

/** A change that still fails at this age is set aside, so that it does not hold up what comes after it. */
const PATIENCE = 15 * MINUTE;
/** One that comes alone at this age is set aside untried: no other way leads past a change that ends the whole function. */
const LONGEST = HOUR;
/** What takes longer has failed: a change that hangs would have the function stopped before it can be set aside. */
const LONG_ENOUGH = 8 * SECOND;
const SET_ASIDE_WITHIN = 4 * SECOND;
/** Time that must be left to begin with another change: for all of the above, for live news that hangs, and for the answer. */
const ENOUGH_LEFT = LONG_ENOUGH + SET_ASIDE_WITHIN + TOLD_WITHIN + SECOND;

/**
 * Stops at the first change that could not be worked on, so that the stream comes back to it and nothing is passed over. What keeps
 * failing goes to a queue of its own, whole, and is tried again from there (functions/on-set-aside-change).
 */
export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async ({ Records }, context) => {
    const progressed = new Map<string, StoredBulkAction>();
    const { comesAgain, failed, setAside } = await workOff(Records, progressed, () =>
      context.getRemainingTimeInMillis(),
    );
    // Who watches needs the latest state only, however many rows were done; what was followed before a failure is not given again.
    await Promise.all([...progressed.values()].map(tellProgress));
    measureFailures(context.functionName, failed);
    if (setAside > 0) measureSetAside(setAside);
    return { batchItemFailures: comesAgain ? [{ itemIdentifier: sequenceOf(comesAgain) }] : [] };
  });

interface Worked {
  /** The first record that is not done with. */
  comesAgain?: DynamoDBRecord;
  failed: number;
  setAside: number;
}

async function workOff(
  records: readonly DynamoDBRecord[],
  progressed: Map<string, StoredBulkAction>,
  timeLeft: () => number,
): Promise<Worked> {
  let setAside = 0;
  for (const record of records) {
    if (timeLeft() < ENOUGH_LEFT) return { comesAgain: record, failed: 0, setAside };
    const age = Date.now() - madeAt(record);
    try {
      if (age > LONGEST && records.length === 1) throw new Error('The change may be what ends the function');
      await within(LONG_ENOUGH, followRecord(record, progressed));
    } catch (error) {
      logger.error('A change of the table could not be followed', error as Error);
      if (age <= PATIENCE || !(await wasSetAside(record))) return { comesAgain: record, failed: 1, setAside };
      setAside += 1;
    }
  }
  return { failed: 0, setAside };
}

async function followRecord(record: DynamoDBRecord, progressed: Map<string, StoredBulkAction>): Promise<void> {
  const change = tableChange(record);
  await follow(change);
  if (change?.entity === 'bulkAction' && change.after) progressed.set(change.after.bchKey, change.after);
}

/** False where the queue does not take it: it stays in the stream then, and what comes after it waits. */
async function wasSetAside(record: DynamoDBRecord): Promise<boolean> {
  try {
    await within(SET_ASIDE_WITHIN, sendMessage(env('SET_ASIDE_CHANGE_QUEUE_URL'), record));
    logger.error('The change was set aside', { sequence: sequenceOf(record) });
    return true;
  } catch (error) {
    logger.error('The change could not be set aside', error as Error);
    return false;
  }
}

const sequenceOf = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber ?? '';

/** Milliseconds; streams tell it in seconds. */
const madeAt = ({ dynamodb }: DynamoDBRecord) =>
  (dynamodb?.ApproximateCreationDateTime ?? Date.now() / SECOND) * SECOND;
