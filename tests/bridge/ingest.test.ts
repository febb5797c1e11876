import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqsIngest } from '#bridge/adapters/ingest.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { withMessage } from '#support/with-message.ts';

interface Entry {
  Id: string;
  MessageBody: string;
  MessageGroupId?: string;
}
interface Answer {
  status?: number;
  failed?: { Id: string; SenderFault: boolean; Code: string }[];
  after?: number;
}

/** A server for the part of SQS's JSON protocol that SendMessageBatch needs, with failures on request. */
let server: Server;
let client: SQSClient;
let batches: Entry[][];
let answers: Answer[];

beforeEach(async () => {
  batches = [];
  answers = [];
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { Entries } = JSON.parse(Buffer.concat(parts).toString()) as { Entries: Entry[] };
    batches.push(Entries);
    const { status = 200, failed = [], after = 0 } = answers.shift() ?? {};
    await new Promise((resolve) => setTimeout(resolve, after));
    const ids = new Set(failed.map(({ Id }) => Id));
    const Successful = Entries.filter(({ Id }) => !ids.has(Id)).map(({ Id }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: '',
    }));
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(status === 200 ? JSON.stringify({ Successful, Failed: failed }) : '{"__type":"ServiceUnavailable"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new SQSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
    md5: false,
  });
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const anIngest = (more: object = {}) =>
  new SqsIngest({ client, queueUrl: 'http://sqs/1/ingest', log: () => {}, firstRetryMs: 5, ...more });
const messages = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, index) => ({ id: `A1B2C3-1-${from + index}`, UnitSerNum: 'A1B2C3' }) as IngestMessage,
  );
const idsOf = (entries: Entry[]) => entries.map(({ MessageBody }) => (JSON.parse(MessageBody) as IngestMessage).id);

describe('handing over to SQS', () => {
  it('sends one message at once if no batch is open', async () => {
    await anIngest().put(messages(1));
    expect(batches.map(idsOf)).toEqual([['A1B2C3-1-0']]);
  });

  it('sends full batches of ten, in order, under load', async () => {
    const ingest = anIngest({ concurrency: 1 });
    await Promise.all([ingest.put(messages(1)), ingest.put(messages(12, 1)), ingest.put(messages(12, 13))]);
    expect(batches.map((batch) => batch.length)).toEqual([1, 10, 10, 4]);
    expect(batches.flatMap(idsOf)).toEqual(messages(25).map(({ id }) => id));
  });

  it('lets batches grow while a few requests are open, and full ones pass', async () => {
    answers = [{ after: 100 }, { after: 100 }];
    const ingest = anIngest({ growAfter: 2 });
    const first = [ingest.put(messages(1)), ingest.put(messages(1, 1))];
    const more = Array.from({ length: 14 }, (_, index) => ingest.put(messages(1, 2 + index)));
    await expect.poll(() => batches.length).toBe(3);
    await Promise.all([...first, ...more]);
    expect(batches.map((batch) => batch.length)).toEqual([1, 1, 10, 4]);
  });

  it('begins a batch that is not full after a moment, however long the open requests take', async () => {
    answers = [{ after: 2_000 }, { after: 2_000 }];
    const ingest = anIngest({ growAfter: 2 });
    const first = [ingest.put(messages(1)), ingest.put(messages(1, 1))];
    const begun = performance.now();
    await ingest.put(messages(3, 2));
    expect(performance.now() - begun).toBeLessThan(1_500);
    await Promise.all(first);
  });

  it('counts no request as open while a batch waits until it is sent again', async () => {
    answers = [{ status: 503 }];
    const ingest = anIngest({ growAfter: 1, firstRetryMs: 2_000 });
    const first = ingest.put(messages(1));
    await expect.poll(() => batches.length).toBe(1);
    await ingest.put(messages(1, 1));
    expect(batches.map(idsOf)).toEqual([['A1B2C3-1-0'], ['A1B2C3-1-1']]);
    await first;
  });

  it('resolves for each caller when its own messages are stored', async () => {
    answers = [{}, { after: 100 }];
    const ingest = anIngest({ concurrency: 2 });
    const done: string[] = [];
    const first = ingest.put(messages(1)).then(() => done.push('first'));
    const second = ingest.put(messages(1, 1)).then(() => done.push('second'));
    await first;
    expect(done).toEqual(['first']);
    await second;
  });

  it('repeats only the entries that SQS refused; the others resolve at once', async () => {
    const failedAt = (Id: string) => ({ failed: [{ Id, SenderFault: false, Code: 'InternalError' }] });
    answers = [{}, failedAt('1'), failedAt('0')];
    const ingest = anIngest({ concurrency: 1 });
    const done: number[] = [];
    const put = (number: number) => ingest.put(messages(1, number)).then(() => done.push(number));
    await Promise.all([put(0), put(1), put(2), put(3)]);
    expect(batches.map(idsOf)).toEqual([
      ['A1B2C3-1-0'],
      ['A1B2C3-1-1', 'A1B2C3-1-2', 'A1B2C3-1-3'],
      ['A1B2C3-1-2'],
      ['A1B2C3-1-2'],
    ]);
    expect(done).toEqual([0, 1, 3, 2]);
  });

  it('continues after SQS fails or does not answer for a while', async () => {
    answers = [{ status: 503 }, { status: 500 }, {}];
    await anIngest().put(messages(4));
    expect(batches.map((batch) => batch.length)).toEqual([4, 4, 4]);
  });

  it('rejects after its time-out, so that the unit is disconnected and not acknowledged', async () => {
    answers = Array.from({ length: 1_000 }, () => ({ status: 503 }));
    await expect(anIngest({ timeoutMs: 100 }).put(messages(2))).rejects.toThrow(
      withMessage('The ingest queue did not take the message'),
    );
  });

  it('does not repeat an entry that SQS can never accept', async () => {
    answers = [{ failed: [{ Id: '0', SenderFault: true, Code: 'InvalidMessageContents' }] }];
    await expect(anIngest().put(messages(1))).rejects.toThrow(withMessage('InvalidMessageContents: '));
    expect(batches).toHaveLength(1);
  });

  it('shares the queue fairly: each unit is a group, and so is all that cannot be used, whoever it claims to come from', async () => {
    const invalid = { id: 'b1-1', kind: 'invalid', error: 'unknownUnit' } as IngestMessage;
    const malformed = { id: 'b1-2', kind: 'report', UnitSerNum: 'no unit' } as IngestMessage;
    const signal = { id: 'b1-3', kind: 'signal' } as IngestMessage;
    const ingest = anIngest({ concurrency: 1 });
    await ingest.put(messages(1));
    await ingest.put([
      ...messages(1),
      invalid,
      { ...invalid, UnitSerNum: 'A1B2C3' } as IngestMessage,
      malformed,
      signal,
    ]);
    expect(batches[1]!.map(({ MessageGroupId }) => MessageGroupId)).toEqual([
      'A1B2C3',
      'invalid',
      'invalid',
      undefined,
      'signal',
    ]);
  });

  it('sends nothing for an empty list', async () => {
    await anIngest().put([]);
    expect(batches).toEqual([]);
  });
});
