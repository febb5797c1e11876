import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { localRegion } from '../aws.ts';
import { stateFile } from '../state.ts';
import { deliver, sequenceNumber, wait } from './deliver.ts';
import { type GivenUp, givenUpMessage } from './given-up.ts';
import { type Progress, readableShards, type ShardProgress, withoutForgotten } from './progress.ts';
import { type StreamSource, streamSource } from './source.ts';
import { lambdaRecord } from './stream-event.ts';

interface Options {
  tableName: string;
  functionName: string;
  endpoint: string;
  invoke(functionName: string, event: DynamoDBStreamEvent): Promise<unknown>;
  /** The file of the progress, so that a restart continues where this run ended. */
  stateFolder?: string;
  /** The position without stored progress; LATEST skips records that are in the stream when `pollStream` returns. */
  startingPosition?: 'TRIM_HORIZON' | 'LATEST';
  /** 1 to 1,000 records. */
  batchSize?: number;
  /** Without this and an age, a batch is retried for ever. */
  maximumRetryAttempts?: number;
  /** An older record is skipped, however often it was tried. */
  maximumRecordAgeSeconds?: number;
  bisectBatchOnError?: boolean;
  retryMilliseconds?: number;
  /** The pause after an empty read. */
  idleMilliseconds?: number;
  /** The interval of checks for new shards, and for a table that was created again. */
  discoverMilliseconds?: number;
  /** Called with the message that Lambda would send to the dead-letter queue: it names the records, without their content. */
  onGivenUp?(message: GivenUp): Promise<void>;
  region?: string;
  onError?(error: unknown): void;
}

export interface StreamPoller {
  /** Stops reading, and resolves when the current call has ended and the progress is stored. */
  stop(): Promise<void>;
}

const AFTER_ERROR_MS = 500;

/**
 * Stands in for Lambda's event source of a table's stream: calls a function with the changes in order, at least once each.
 * Resolves when it knows its position. Waits for the table if there is none yet.
 */
export async function pollStream(options: Options): Promise<StreamPoller> {
  const { tableName, functionName, batchSize = 100, idleMilliseconds = 200, onError = console.error } = options;
  const region = options.region ?? localRegion();
  const source = streamSource(options.endpoint, region);
  const state = stateFile<Progress>(options.stateFolder, `stream-${tableName}-${functionName}`);
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let progress = await begin(source, options, await state.read(), stopped);
  await state.write(progress);
  const iterators = new Map<string, string | undefined>();
  let discoverAt = 0;

  async function run() {
    while (!stopped.aborted) {
      try {
        if (Date.now() >= discoverAt) await discover();
        let busy = false;
        for (const shardId of iterators.keys()) busy = (await readPage(shardId)) || busy;
        if (!busy) await wait(idleMilliseconds, stopped);
      } catch (error) {
        if (!stopped.aborted) onError(error);
        // Iterators belong to the stream and to a run of the database: after any error all are requested again.
        iterators.clear();
        discoverAt = 0;
        await wait(AFTER_ERROR_MS, stopped);
      }
    }
    await state.write(progress);
    source.close();
  }

  async function discover() {
    const streamArn = await source.streamArn(tableName);
    if (streamArn !== undefined && streamArn !== progress.streamArn) {
      progress = { streamArn, shards: {} };
      iterators.clear();
    }
    const shards = await source.shards(progress.streamArn);
    progress = withoutForgotten(progress, shards);
    for (const shardId of readableShards(shards, progress)) {
      if (!iterators.has(shardId)) iterators.set(shardId, undefined);
    }
    discoverAt = Date.now() + (options.discoverMilliseconds ?? 10_000);
  }

  /** True if there was something to read. */
  async function readPage(shardId: string): Promise<boolean> {
    const iterator =
      iterators.get(shardId) ?? (await source.iterator(progress.streamArn, shardId, progress.shards[shardId] ?? {}));
    const page = iterator === undefined ? { records: [], next: undefined } : await source.page(iterator, batchSize);
    await handOver(
      shardId,
      page.records.map((record) => lambdaRecord(record, progress.streamArn, region)),
    );
    if (stopped.aborted) return false;
    iterators.set(shardId, page.next);
    if (page.next === undefined) {
      await advance(shardId, { done: true });
      iterators.delete(shardId);
      discoverAt = 0;
    }
    return page.records.length > 0;
  }

  async function handOver(shardId: string, records: DynamoDBRecord[]) {
    const done = (part: DynamoDBRecord[]) => advance(shardId, { after: sequenceNumber(part.at(-1)!) });
    await deliver(records, {
      invoke: (event) => options.invoke(functionName, event),
      maximumRetryAttempts: options.maximumRetryAttempts ?? Number.POSITIVE_INFINITY,
      maximumRecordAgeSeconds: options.maximumRecordAgeSeconds ?? Number.POSITIVE_INFINITY,
      bisectBatchOnError: options.bisectBatchOnError ?? true,
      retryMilliseconds: options.retryMilliseconds ?? 200,
      onDone: done,
      async onGivenUp(part, tries, error) {
        await options.onGivenUp?.(givenUpMessage({ functionName, shardId, records: part, tries, error, region }));
        await done(part);
      },
      onError,
      stopped,
    });
  }

  async function advance(shardId: string, now: ShardProgress) {
    progress.shards[shardId] = { ...progress.shards[shardId], ...now };
    await state.write(progress);
  }

  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function begin(
  source: StreamSource,
  { tableName, startingPosition = 'TRIM_HORIZON' }: Options,
  kept: Progress | undefined,
  stopped: AbortSignal,
): Promise<Progress> {
  let streamArn = await source.streamArn(tableName);
  while (streamArn === undefined) {
    await wait(AFTER_ERROR_MS, stopped);
    streamArn = await source.streamArn(tableName);
  }
  if (kept?.streamArn === streamArn) return kept;
  const progress: Progress = { streamArn, shards: {} };
  if (startingPosition === 'LATEST') {
    for (const { ShardId } of await source.shards(streamArn)) {
      progress.shards[ShardId!] = await readToTheEnd(source, streamArn, ShardId!);
    }
  }
  return progress;
}

/** A position that can be stored, unlike an iterator of type LATEST. */
async function readToTheEnd(source: StreamSource, streamArn: string, shardId: string): Promise<ShardProgress> {
  const progress: ShardProgress = {};
  let iterator = await source.iterator(streamArn, shardId, progress);
  while (iterator !== undefined) {
    const { records, next } = await source.page(iterator, 1000);
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last === undefined && next !== undefined) return progress;
    if (last !== undefined) progress.after = last;
    iterator = next;
  }
  return { ...progress, done: true };
}
