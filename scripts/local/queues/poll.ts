import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { failedItems } from '../batch-response.ts';
import { queueFromUrl, sqsRecord } from './sqs-event.ts';

interface Options {
  queueUrl: string;
  functionName: string;
  /** The maximum of messages in one call of the function; 1 to 10,000. */
  batchSize: number;
  invoke(functionName: string, event: SQSEvent): Promise<unknown>;
  /** The maximum of concurrent calls. Lambda begins with five. */
  concurrency?: number;
  /** Failed messages return after this time instead of the queue's visibility timeout. */
  retrySeconds?: number;
  /** The duration of a long poll. `stop` waits for the current one. */
  waitSeconds?: number;
  region?: string;
  onError?(error: unknown): void;
}

export interface Poller {
  /** Stops receiving, and resolves when the current calls have ended and their messages are deleted or released. */
  stop(): Promise<void>;
}

/** The maximum of one receive, delete or change of visibility (SQS API). */
const SQS_BATCH = 10;

/**
 * Stands in for Lambda's event source of SQS: calls a function with a queue's messages and deletes those that it did not report
 * as failed.
 */
export function pollQueue(options: Options): Poller {
  const {
    queueUrl,
    functionName,
    batchSize,
    invoke,
    concurrency = 5,
    waitSeconds = 1,
    onError = console.error,
  } = options;
  const region = options.region ?? process.env.AWS_REGION ?? 'us-east-1';
  const queue = queueFromUrl(queueUrl, region);
  const sqs = new SQSClient({
    endpoint: queue.endpoint,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const running = new Set<Promise<void>>();
  let stopping = false;

  async function poll() {
    while (!stopping) {
      if (running.size >= concurrency) {
        await Promise.race(running);
        continue;
      }
      try {
        const messages = await receiveBatch();
        if (messages.length === 0) continue;
        if (stopping) await changeVisibility(messages, 0);
        else track(handle(messages));
      } catch (error) {
        if (!stopping) onError(error);
        await sleep(500);
      }
    }
    await Promise.all(running);
    sqs.destroy();
  }

  function track(work: Promise<void>) {
    const settled = work.catch(onError).finally(() => running.delete(settled));
    running.add(settled);
  }

  async function receiveBatch(): Promise<Message[]> {
    const batch = await receive(Math.min(batchSize, SQS_BATCH), waitSeconds);
    let more = batch.length === SQS_BATCH;
    while (more && batch.length < batchSize) {
      const next = await receive(Math.min(batchSize - batch.length, SQS_BATCH), 0);
      batch.push(...next);
      more = next.length === SQS_BATCH;
    }
    return batch;
  }

  async function receive(most: number, wait: number): Promise<Message[]> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: most,
        WaitTimeSeconds: wait,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    return Messages;
  }

  async function handle(messages: Message[]) {
    const failed = await invokeWith(messages);
    const done = messages.filter(({ MessageId }) => !failed.has(MessageId!));
    await inTens(done, (entries) => sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries })));
    if (options.retrySeconds !== undefined) {
      await changeVisibility(
        messages.filter(({ MessageId }) => failed.has(MessageId!)),
        options.retrySeconds,
      );
    }
  }

  /** The IDs of the failed messages. */
  async function invokeWith(messages: Message[]): Promise<Set<string>> {
    const ids = messages.map(({ MessageId }) => MessageId!);
    try {
      return failedItems(
        await invoke(functionName, { Records: messages.map((message) => sqsRecord(message, queue)) }),
        ids,
      );
    } catch (error) {
      onError(error);
      return new Set(ids);
    }
  }

  async function changeVisibility(messages: Message[], seconds: number) {
    await inTens(messages, (entries) =>
      sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: queueUrl,
          Entries: entries.map((entry) => ({ ...entry, VisibilityTimeout: seconds })),
        }),
      ),
    );
  }

  const ended = poll();
  return {
    stop() {
      stopping = true;
      return ended;
    },
  };
}

async function inTens(
  messages: Message[],
  send: (entries: { Id: string; ReceiptHandle: string }[]) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < messages.length; first += SQS_BATCH) {
    const ten = messages.slice(first, first + SQS_BATCH);
    await send(ten.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle: ReceiptHandle! })));
  }
}
