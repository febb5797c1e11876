import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, GetQueueUrlCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { deadLettersOf } from '#infra/wiring.ts';
import { createFaults } from '../faults.ts';
import { assertPortFree, type Running } from '../http.ts';
import { addBrowserAccess } from './browser-access.ts';
import { buildEmulator, type Emulator } from './emulator.ts';
import { addPostPolicy } from './post-policy.ts';
import { addResponseOverrides } from './response-overrides.ts';
import { addUploadsInParts } from './uploads-in-parts.ts';

/** The used parts of a queue in infra/wiring.ts. */
export interface LocalQueue {
  name: string;
  visibilitySeconds: number;
  maxReceiveCount: number;
}

interface Options {
  /** 0 means any free port. */
  port: number;
  /** The folder of queues and buckets; in memory if absent. */
  folder?: string;
  queues: readonly LocalQueue[];
  /** Queues without a consumer, such as a stream's dead letters. */
  plainQueues?: readonly string[];
  buckets: readonly string[];
  /** The origins whose pages may use the buckets, such as http://localhost:8080. */
  webOrigins?: readonly string[];
  region?: string;
}

export interface RunningQueues extends Running {
  queueUrl(name: string): string;
  queueArn(name: string): string;
}

const ACCOUNT = '000000000000';

/**
 * Stands in for SQS and S3 with the emulator fauxqs, on one port, and creates the queues, their dead letters and the buckets. The
 * host is an IP address, because the SDK then addresses buckets by path without any setting.
 */
export async function startQueues(options: Options): Promise<RunningQueues> {
  const { folder, region = process.env.AWS_REGION ?? 'us-east-1' } = options;
  await assertPortFree(options.port, '127.0.0.1');
  const emulator = await buildEmulator({ region, ...(folder === undefined ? {} : { folder }) });
  addFaults(emulator);
  addBrowserAccess(emulator, options.webOrigins ?? []);
  addPostPolicy(emulator);
  addUploadsInParts(emulator);
  addResponseOverrides(emulator);
  await emulator.listen({ port: options.port, host: '127.0.0.1' });
  const { port } = emulator.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const running: RunningQueues = {
    url,
    port,
    queueUrl: (name) => `${url}/${ACCOUNT}/${name}`,
    queueArn: (name) => `arn:aws:sqs:${region}:${ACCOUNT}:${name}`,
    close: async () => emulator.close(),
  };
  try {
    await createAll(running, region, options);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

/** The common faults; every SQS call has the path `/`, every S3 call starts with its bucket. */
function addFaults(emulator: Emulator) {
  const faults = createFaults();
  emulator.addHook('onRequest', async (request, reply) =>
    (await faults.answer(request.raw, reply.raw)) ? reply.hijack() : undefined,
  );
}

async function createAll(running: RunningQueues, region: string, { queues, plainQueues = [], buckets }: Options) {
  const client = { endpoint: running.url, region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const sqs = new SQSClient(client);
  const s3 = new S3Client(client);
  const create = (name: string, attributes: Record<string, string> = {}) => createQueue(sqs, name, attributes);
  await Promise.all([
    ...plainQueues.map((name) => create(name)),
    ...buckets.map((name) => createBucket(s3, name)),
    ...queues.map(async ({ name, visibilitySeconds, maxReceiveCount }) => {
      const deadLetters = deadLettersOf(name);
      await create(deadLetters, { MessageRetentionPeriod: '1209600' });
      await create(name, {
        VisibilityTimeout: String(visibilitySeconds),
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: running.queueArn(deadLetters), maxReceiveCount }),
      });
    }),
  ]);
  sqs.destroy();
  s3.destroy();
}

/** Creates the queue, or updates the attributes of an existing one. */
async function createQueue(sqs: SQSClient, name: string, attributes: Record<string, string>) {
  try {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: attributes }));
  } catch (error) {
    if ((error as Error).name !== 'QueueDoesNotExist') throw error;
    await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
  }
}

async function createBucket(s3: S3Client, name: string) {
  try {
    await s3.send(new HeadBucketCommand({ Bucket: name }));
  } catch {
    await s3.send(new CreateBucketCommand({ Bucket: name }));
  }
}
