import { setTimeout as sleep } from 'node:timers/promises';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { QUEUES, type QueueName } from '#infra/wiring.ts';
import { failedItems } from '#local/batch-response.ts';
import { type Poller, pollQueue } from '#local/queues/poll.ts';
import { queueVariable } from '#platform/aws/needs.ts';
import type { Random } from '#scripts/seed/random.ts';
import { aStreamReader } from '#support/stream.ts';
import type { Workers } from './workers.ts';

/** The queues that reports, and what follows them, pass. */
const PASSED = ['ingest', 'alarm', 'reaction', 'alarm-reaction', 'delivery', 'handled'] as const satisfies QueueName[];
const passed = QUEUES.filter(({ name }) => (PASSED as readonly string[]).includes(name));
/** Longer than a batch takes on a busy machine. What a killed worker had comes again at once. */
const VISIBILITY_SECONDS = 60;
const STREAM_BATCH = 100;
const TOTALS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const;

/** Makes queues of this run, and tells functions of them. */
export async function queuesOf(name: string) {
  const sqs = new SQSClient({});
  const urls: Record<string, string> = {};
  for (const queue of passed) {
    const QueueName = `${name}-${queue.name}`;
    const Attributes = { VisibilityTimeout: String(VISIBILITY_SECONDS) };
    await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
    urls[queue.name] = process.env.INGEST_QUEUE_URL!.replace(/[^/]+$/, QueueName);
  }
  for (const [queue, url] of Object.entries(urls)) process.env[queueVariable(queue)] = url;
  return {
    urls,
    /** The number of messages that are not done. */
    async left(): Promise<number> {
      const all = await Promise.all(
        Object.values(urls).map((QueueUrl) =>
          sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...TOTALS] })),
        ),
      );
      return all.flatMap(({ Attributes }) => TOTALS.map((total) => Number(Attributes![total]))).reduce((a, b) => a + b);
    },
  };
}

/** Brings messages and table changes to the workers until they are done, and some of them twice. */
export async function startConsumers(urls: Readonly<Record<string, string>>, workers: Workers, random: Random) {
  const stream = await aStreamReader();
  let stopped = false;
  let changes = 0;

  function deliver(functionName: string, event: unknown): Promise<unknown> {
    if (random.chance(0.1)) workers.call(functionName, event).catch(() => {});
    return workers.call(functionName, event);
  }

  const pollers: Poller[] = passed.map(({ name, consumer, batchSize }) =>
    pollQueue({
      ...{ queueUrl: urls[name]!, functionName: consumer, batchSize, retrySeconds: 1 },
      invoke: deliver,
      onError: () => {},
    }),
  );

  async function followStream(): Promise<void> {
    while (!stopped) {
      const records = await stream.next();
      changes = records.length;
      for (let at = 0; at < records.length; at += STREAM_BATCH) await follow(records.slice(at, at + STREAM_BATCH));
      changes = 0;
      await sleep(50);
    }
  }

  async function follow(Records: Awaited<ReturnType<typeof stream.next>>): Promise<void> {
    const ids = Records.map(({ dynamodb }) => dynamodb!.SequenceNumber!);
    while (!stopped) {
      const failed = await deliver('on-table-change', { Records }).then(
        (result) => failedItems(result, ids),
        () => new Set(ids),
      );
      if (failed.size === 0) return;
      await sleep(200);
    }
  }

  const followed = followStream();
  return {
    /** Changes of the table that are not followed yet. */
    get changes() {
      return changes;
    },
    async stop() {
      stopped = true;
      await Promise.all([followed, ...pollers.map((poller) => poller.stop())]);
    },
  };
}
