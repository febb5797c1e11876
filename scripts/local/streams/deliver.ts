import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { failedItems } from '../batch-response.ts';

interface Options {
  invoke(event: DynamoDBStreamEvent): Promise<unknown>;
  /** The number of retries of a batch that cannot be split. */
  maximumRetryAttempts: number;
  /** An older record is not retried. */
  maximumRecordAgeSeconds: number;
  /** Splitting a batch does not count as an attempt (Lambda Developer Guide, DynamoDB error handling). */
  bisectBatchOnError: boolean;
  /** The first wait before a retry; it doubles up to ten seconds. */
  retryMilliseconds: number;
  /** Called when these records are finished. */
  onDone(records: DynamoDBRecord[]): Promise<void>;
  /** Called instead if they never succeeded. They are then skipped. */
  onGivenUp(records: DynamoDBRecord[], tries: number, error: unknown): Promise<void>;
  onError(error: unknown): void;
  stopped: AbortSignal;
}

const MAX_WAIT_MS = 10_000;

/**
 * Calls a function with one batch like Lambda's stream sources: in order, with retries, split in two after a failure, starting at the
 * first reported failure. Returns early when stopped.
 */
export async function deliver(records: DynamoDBRecord[], options: Options, tries = 0): Promise<void> {
  if (records.length === 0 || options.stopped.aborted) return;
  const { failedFrom, error } = await attempt(records, options);
  if (failedFrom > 0) await options.onDone(records.slice(0, failedFrom));
  const rest = records.slice(failedFrom);
  if (rest.length === 0) return;

  options.onError(error);
  if (options.bisectBatchOnError && rest.length > 1) {
    // If the function named the failing record, the batch is split there.
    const middle = failedFrom > 0 ? 1 : Math.ceil(rest.length / 2);
    await deliver(rest.slice(0, middle), options, tries);
    await deliver(rest.slice(middle), options, tries);
  } else if (tries < options.maximumRetryAttempts && ageOf(rest[0]!) < options.maximumRecordAgeSeconds) {
    await wait(Math.min(options.retryMilliseconds * 2 ** tries, MAX_WAIT_MS), options.stopped);
    await deliver(rest, options, tries + 1);
  } else {
    await options.onGivenUp(rest, tries + 1, error);
  }
}

/** The age of the change in seconds. */
const ageOf = ({ dynamodb }: DynamoDBRecord) => Date.now() / 1000 - (dynamodb?.ApproximateCreationDateTime ?? 0);

async function attempt(records: DynamoDBRecord[], { invoke }: Options) {
  try {
    const result = await invoke({ Records: records });
    const failed = failedItems(result, records.map(sequenceNumber));
    const first = records.findIndex((record) => failed.has(sequenceNumber(record)));
    return first === -1
      ? { failedFrom: records.length, error: undefined }
      : { failedFrom: first, error: new Error(`The function reported ${failed.size} of ${records.length} as failed`) };
  } catch (error) {
    return { failedFrom: 0, error };
  }
}

export const sequenceNumber = (record: DynamoDBRecord) => record.dynamodb!.SequenceNumber!;

/** Sleeps, but wakes at once when stopped. */
export const wait = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => {});
