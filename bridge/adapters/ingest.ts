import { setTimeout as sleep } from 'node:timers/promises';
import { type BatchResultErrorEntry, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { messageBody } from '#platform/aws/message-body.ts';
import { groupOf } from '#platform/aws/message-group.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import type { Ingest, Log } from '../ports.ts';

/** SQS takes at most 10 messages and 256 KiB in one batch. */
const MAX_BATCH_ENTRIES = 10;
const MAX_BATCH_BYTES = 256 * 1024;

export interface IngestOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  readonly log: Log;
  /** Batches sent at the same time. */
  readonly concurrency?: number;
  /** While so many requests are open, only full batches begin: the others grow for a moment. Without it none waits. */
  readonly growAfter?: number;
  /** After this time an entry fails: its unit is disconnected and sends it again. */
  readonly timeoutMs?: number;
  /** The wait before the first retry; it doubles each time, up to 5 s. */
  readonly firstRetryMs?: number;
}

/** A batch that is not full waits for more no longer than this, however long the open requests take. */
const GROWS_FOR_MS = 200;

interface Entry {
  readonly body: string;
  readonly bytes: number;
  readonly group: string | undefined;
  readonly queuedAt: number;
  settle(error?: Error): void;
}

/**
 * Sends messages to an SQS queue: at once while little is being sent, in larger batches under load. Entries that SQS did not take
 * are sent again; only those that it took count as stored. Each unit is a group, so that SQS shares the queue fairly between units.
 */
export class SqsIngest implements Ingest {
  readonly #options: Required<IngestOptions>;
  #queue: Entry[] = [];
  #next = 0;
  #batchesInFlight = 0;
  /** Without the batches that wait until they are sent again. */
  #openRequests = 0;
  #nextLook: NodeJS.Timeout | undefined;

  constructor(options: IngestOptions) {
    this.#options = {
      concurrency: 16,
      growAfter: Number.POSITIVE_INFINITY,
      timeoutMs: 60_000,
      firstRetryMs: 100,
      ...options,
    };
  }

  put(messages: readonly IngestMessage[]): Promise<void> {
    return new Promise((resolve, reject) => {
      let missing = messages.length;
      if (missing === 0) resolve();
      const settle = (error?: Error) => {
        missing -= 1;
        if (error) reject(error);
        else if (missing === 0) resolve();
      };
      for (const message of messages) this.#queue.push(entryOf(message, settle));
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#batchesInFlight < this.#options.concurrency && this.#hasBatch) {
      const batch = this.#takeBatch();
      this.#batchesInFlight += 1;
      void this.#deliver(batch).finally(() => {
        this.#batchesInFlight -= 1;
        this.#pump();
      });
    }
    if (this.#next < this.#queue.length)
      this.#nextLook ??= setTimeout(() => {
        this.#nextLook = undefined;
        this.#pump();
      }, GROWS_FOR_MS);
  }

  get #hasBatch(): boolean {
    const waiting = this.#queue.length - this.#next;
    if (waiting === 0 || waiting >= MAX_BATCH_ENTRIES) return waiting > 0;
    return (
      this.#openRequests < this.#options.growAfter || Date.now() - this.#queue[this.#next]!.queuedAt >= GROWS_FOR_MS
    );
  }

  #takeBatch(): Entry[] {
    const from = this.#next;
    let bytes = 0;
    while (this.#next < this.#queue.length && this.#next - from < MAX_BATCH_ENTRIES) {
      bytes += this.#queue[this.#next]!.bytes;
      if (bytes > MAX_BATCH_BYTES && this.#next > from) break;
      this.#next += 1;
    }
    const batch = this.#queue.slice(from, this.#next);
    if (this.#next === this.#queue.length) {
      this.#queue = [];
      this.#next = 0;
    } else if (this.#next > 1000) {
      this.#queue = this.#queue.slice(this.#next);
      this.#next = 0;
    }
    return batch;
  }

  /** Sends a batch until each entry is taken or has failed. Never rejects. */
  async #deliver(batch: Entry[]): Promise<void> {
    let left = batch;
    for (let wait = this.#options.firstRetryMs; ; wait = Math.min(2 * wait, 5_000)) {
      left = await this.#send(left);
      const now = Date.now();
      const overdue = left.filter(({ queuedAt }) => now - queuedAt > this.#options.timeoutMs);
      for (const entry of overdue) entry.settle(new Error('The ingest queue did not take the message'));
      left = left.filter((entry) => !overdue.includes(entry));
      if (left.length === 0) return;
      await sleep(wait * (0.5 + Math.random()));
    }
  }

  /** Returns the entries that have to be sent again. */
  async #send(entries: Entry[]): Promise<Entry[]> {
    const { client, queueUrl, log } = this.#options;
    let failed: BatchResultErrorEntry[];
    this.#openRequests += 1;
    try {
      const answer = await client.send(
        new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries.map(asEntry) }),
      );
      failed = answer.Failed ?? [];
    } catch (error) {
      log('warn', 'The ingest queue did not answer', { error: String(error), entries: entries.length });
      return entries;
    } finally {
      this.#openRequests -= 1;
      this.#pump();
    }
    const failures = new Map(failed.map((entry) => [Number(entry.Id), entry]));
    const again: Entry[] = [];
    for (const [index, entry] of entries.entries()) {
      const failure = failures.get(index);
      if (!failure) entry.settle();
      else if (failure.SenderFault) entry.settle(new Error(`${failure.Code}: ${failure.Message ?? ''}`));
      else again.push(entry);
    }
    if (again.length > 0) log('warn', 'The ingest queue did not take all', { entries: again.length });
    return again;
  }
}

const asEntry = ({ body, group }: Entry, index: number) => ({
  Id: String(index),
  MessageBody: body,
  ...(group !== undefined && { MessageGroupId: group }),
});

/** Whoever sends what cannot be used may only claim to be the unit, so its messages are a group of their own. */
const groupOfMessage = (message: IngestMessage) =>
  message.kind === 'invalid' || message.kind === 'signal' ? message.kind : groupOf(message.UnitSerNum);

function entryOf(message: IngestMessage, settle: Entry['settle']): Entry {
  const body = messageBody(message);
  return {
    body,
    bytes: Buffer.byteLength(body),
    group: groupOfMessage(message),
    queuedAt: Date.now(),
    settle,
  };
}
