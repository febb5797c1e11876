import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY } from '#core/time.ts';
import { type Poller, pollQueue } from '#local/queues/poll.ts';
import { type LocalQueue, type RunningQueues, startQueues } from '#local/queues/start.ts';
import { until } from './until.ts';

const region = 'us-east-1';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const INGEST: LocalQueue = { name: 'ingest', visibilitySeconds: 30, maxReceiveCount: 2 };

let running: RunningQueues;
let sqs: SQSClient;
let poller: Poller | undefined;

async function start(options: Partial<Parameters<typeof startQueues>[0]> = {}) {
  running = await startQueues({ port: 0, queues: [INGEST], buckets: ['uploads'], region, ...options });
  sqs = new SQSClient({ endpoint: running.url, region, credentials });
}

async function stop() {
  await poller?.stop();
  poller = undefined;
  sqs.destroy();
  await running.close();
}

const send = (...bodies: string[]) =>
  sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: running.queueUrl('ingest'),
      Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
    }),
  );

async function counts(name: string) {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: running.queueUrl(name), AttributeNames: ['All'] }),
  );
  return {
    ready: Number(Attributes?.ApproximateNumberOfMessages),
    inFlight: Number(Attributes?.ApproximateNumberOfMessagesNotVisible),
  };
}

function poll(invoke: (event: SQSEvent) => unknown, options: Partial<Parameters<typeof pollQueue>[0]> = {}) {
  poller = pollQueue({
    queueUrl: running.queueUrl('ingest'),
    functionName: 'on-unit-report',
    batchSize: 10,
    region,
    onError: () => {},
    invoke: async (_name, event) => invoke(event),
    ...options,
  });
}

const bodiesOf = (event: SQSEvent) => event.Records.map(({ body }) => body);
const EMPTY = { ready: 0, inFlight: 0 };

describe('queues', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('call a function with the event of Lambda', async () => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: running.queueUrl('ingest'),
        MessageBody: '{"frame":1}',
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'ping' },
          frame: { DataType: 'Binary', BinaryValue: Buffer.from([1, 2, 255]) },
        },
      }),
    );
    const events: SQSEvent[] = [];
    poll((event) => void events.push(event));
    await until(() => expect(events).toHaveLength(1));
    expect(events[0]).toEqual({
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: '{"frame":1}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: '000000000000',
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          },
          messageAttributes: {
            kind: { dataType: 'String', stringValue: 'ping', stringListValues: [], binaryListValues: [] },
            frame: { dataType: 'Binary', binaryValue: 'AQL/', stringListValues: [], binaryListValues: [] },
          },
          md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
          md5OfMessageAttributes: expect.stringMatching(/^[0-9a-f]{32}$/),
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:ingest',
          awsRegion: 'us-east-1',
        },
      ],
    });
    await until(async () => expect(await counts('ingest')).toEqual(EMPTY));
  });

  it('keep only the messages that were reported as failed', async () => {
    await send('good', 'bad', 'also good');
    const seen: string[] = [];
    poll((event) => {
      seen.push(...bodiesOf(event));
      return {
        batchItemFailures: event.Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({
          itemIdentifier: messageId,
        })),
      };
    });
    await until(async () => expect(await counts('ingest')).toEqual({ ready: 0, inFlight: 1 }));
    expect(seen.sort()).toEqual(['also good', 'bad', 'good']);
  });

  it('deliver failed messages again after the retry time, and move them to the dead letters at the end', async () => {
    await send('poison');
    const receiveCounts: (string | undefined)[] = [];
    poll(
      (event) => {
        receiveCounts.push(event.Records[0]?.attributes.ApproximateReceiveCount);
        throw new Error('cannot');
      },
      { retrySeconds: 0 },
    );
    await until(async () => expect(await counts('ingest-dead-letters')).toEqual({ ready: 1, inFlight: 0 }));
    expect(receiveCounts).toEqual(['1', '2']);
    expect(await counts('ingest')).toEqual(EMPTY);
  });

  it('fail the whole batch if the report names an unknown message', async () => {
    await send('a', 'b');
    poll(() => ({ batchItemFailures: [{ itemIdentifier: 'unheard of' }] }));
    await until(async () => expect(await counts('ingest')).toEqual({ ready: 0, inFlight: 2 }));
  });

  it('batch more than ten messages, and limit simultaneous calls', async () => {
    for (let round = 0; round < 4; round += 1)
      await send(...Array.from({ length: 10 }, (_, index) => `${round}-${index}`));
    const sizes: number[] = [];
    let atOnce = 0;
    let most = 0;
    poll(
      async (event) => {
        most = Math.max(most, ++atOnce);
        await sleep(50);
        atOnce -= 1;
        sizes.push(event.Records.length);
      },
      { batchSize: 15, concurrency: 2 },
    );
    await until(async () => expect(await counts('ingest')).toEqual(EMPTY));
    await until(() => expect(sizes.sort((a, b) => a - b)).toEqual([10, 15, 15]));
    expect(most).toBe(2);
  });

  it('lose nothing when the queue fails for a while', async () => {
    await send('a');
    await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"status500":{"times":4}}' });
    const seen: string[] = [];
    poll((event) => void seen.push(...bodiesOf(event)));
    await until(() => expect(seen).toEqual(['a']));
    expect(await (await fetch(`${running.url}/_faults`)).json()).toEqual({});
  });

  it('finish the current call before they stop, and lose no later message', async () => {
    await send('slow');
    let finished = false;
    let started = false;
    poll(async () => {
      started = true;
      await sleep(200);
      finished = true;
    });
    await until(() => expect(started).toBe(true));
    const stopped = poller!.stop();
    await send('late');
    await stopped;
    expect(finished).toBe(true);
    await sleep(50);
    expect(await counts('ingest')).toEqual({ ready: 1, inFlight: 0 });
  });
});

describe('stored queues and buckets', () => {
  it('exist after a restart, with the current attributes and all waiting messages', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'watchkeep-queues-'));
    await start({ folder });
    await send('kept');
    const s3 = new S3Client({ endpoint: running.url, region, credentials });
    await s3.send(new PutObjectCommand({ Bucket: 'uploads', Key: 'a/b.csv', Body: 'x,y' }));
    await stop();

    await start({ folder, queues: [{ ...INGEST, visibilitySeconds: 45 }] });
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: running.queueUrl('ingest'), AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({ VisibilityTimeout: '45', ApproximateNumberOfMessages: '1' });
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual({
      deadLetterTargetArn: running.queueArn('ingest-dead-letters'),
      maxReceiveCount: 2,
    });
    const again = new S3Client({ endpoint: running.url, region, credentials });
    const object = await again.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'a/b.csv' }));
    expect(await object.Body?.transformToString()).toBe('x,y');

    let calls = 0;
    poll(
      () => {
        calls += 1;
        if (calls === 1) throw new Error('not yet');
      },
      { retrySeconds: 0 },
    );
    await until(async () => expect([calls, await counts('ingest')]).toEqual([2, EMPTY]));
    await stop();
    await rm(folder, { recursive: true });
  });
});

describe('buckets for browsers', () => {
  beforeEach(() => start({ webOrigins: ['http://localhost:8080'] }));
  afterEach(stop);

  const policy = (conditions: unknown[], expiresIn = 60_000) =>
    Buffer.from(JSON.stringify({ expiration: new Date(Date.now() + expiresIn).toISOString(), conditions })).toString(
      'base64',
    );

  async function upload(fields: Record<string, string>, content: string) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([content]), 'units.csv');
    const reply = await fetch(`${running.url}/uploads`, { method: 'POST', body: form });
    return { status: reply.status, code: /<Code>(\w+)</.exec(await reply.text())?.[1] };
  }

  const conditions = [{ bucket: 'uploads' }, ['starts-with', '$key', 'in/'], ['content-length-range', 1, 10]];

  it('accept a form that matches its policy', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: S3 replaces this with the file's name.
    const key = 'in/${filename}';
    for (const name of ['policy', 'Policy'])
      expect(await upload({ key, [name]: policy(conditions) }, 'a,b')).toMatchObject({ status: 204 });
    const s3 = new S3Client({ endpoint: running.url, region, credentials });
    const object = await s3.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'in/units.csv' }));
    expect(await object.Body?.transformToString()).toBe('a,b');
  });

  it.each([
    ['without a policy', { key: 'in/a' }, 'a', 403, 'AccessDenied'],
    ['too large', { key: 'in/a', policy: policy(conditions) }, 'a'.repeat(11), 400, 'EntityTooLarge'],
    ['too small', { key: 'in/a', policy: policy(conditions) }, '', 400, 'EntityTooSmall'],
    ['expired', { key: 'in/a', policy: policy(conditions, -1) }, 'a', 403, 'AccessDenied'],
    ['under another key', { key: 'out/a', policy: policy(conditions) }, 'a', 403, 'AccessDenied'],
    [
      'with a field that the policy does not mention',
      { key: 'in/a', acl: 'public-read', policy: policy(conditions) },
      'a',
      403,
      'AccessDenied',
    ],
    ['with an invalid policy', { key: 'in/a', policy: 'e30=' }, 'a', 400, 'InvalidPolicyDocument'],
  ])('refuse a form %s', async (_, fields, content, status, code) => {
    expect(await upload(fields, content)).toEqual({ status, code });
  });

  it("allow the portal's pages, and no others", async () => {
    const preflight = (origin: string) =>
      fetch(`${running.url}/uploads`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const own = await preflight('http://localhost:8080');
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:8080']);
    const foreign = await preflight('http://evil.example');
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('list the parts of an upload, and delete them after a day', async () => {
    const s3 = new S3Client({
      endpoint: running.url,
      region,
      credentials,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket: 'uploads', Key: 'in/a' }));
    const upload = { Bucket: 'uploads', Key: 'in/a', UploadId };
    const partsNow = async () => (await s3.send(new ListPartsCommand(upload))).Parts ?? [];
    expect(await partsNow()).toEqual([]);
    const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'end' }));
    expect(await partsNow()).toMatchObject([{ PartNumber: 2, Size: 3, ETag }]);
    await expect(s3.send(new ListPartsCommand({ ...upload, Key: 'in/b' }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await expect(partsNow()).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('refuse a part whose address has expired', async () => {
    const signedAt = new Date(Date.now() - 61_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const put = (seconds: number) =>
      fetch(`${running.url}/uploads/in/a?X-Amz-Date=${signedAt}&X-Amz-Expires=${seconds}`, {
        method: 'PUT',
        body: 'a',
      });
    expect((await put(60)).status).toBe(403);
    expect((await put(120)).status).toBe(200);
  });

  it('name a download as the link requests', async () => {
    const s3 = new S3Client({ endpoint: running.url, region, credentials });
    await s3.send(new PutObjectCommand({ Bucket: 'uploads', Key: 'f', Body: 'x' }));
    const name = encodeURIComponent('attachment; filename="units.csv"');
    const reply = await fetch(`${running.url}/uploads/f?response-content-disposition=${name}`);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="units.csv"');
  });
});

describe('a port in use', () => {
  it('is named in the error', async () => {
    await start();
    await expect(startQueues({ port: running.port, queues: [], buckets: [] })).rejects.toThrow(
      new RegExp(`^Port ${running.port} is in use\\. `),
    );
    expect(
      (await sqs.send(new ReceiveMessageCommand({ QueueUrl: running.queueUrl('ingest') }))).Messages,
    ).toBeUndefined();
    await stop();
  });
});
