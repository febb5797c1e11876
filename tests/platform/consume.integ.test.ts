import type { Context, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { correlationId } from '#data/kit/correlation.ts';
import { consume } from '#platform/aws/consume.ts';
import { correlated } from '#platform/aws/correlation.ts';
import { dimensionsOf, METRICS } from '#platform/aws/measures.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { aQueue, takeAll } from '#support/queue.ts';

const Order = z.object({ name: z.string(), times: z.number().int().default(1) });
const context = { awsRequestId: 'test', functionName: 'trial' } as Context;

/** The actions of a queue's function in order, and its batch response. */
async function worked(records: SQSRecord[], work: (order: z.output<typeof Order>) => Promise<void> | void) {
  const seen: { name: string; times: number; correlationId: string }[] = [];
  const handler = consume(Order, async (order) => {
    seen.push({ ...order, correlationId: correlationId() });
    await work(order);
  });
  const { batchItemFailures } = (await handler({ Records: records }, context)) as SQSBatchResponse;
  return { seen, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

const record = (messageId: string, body: string, id?: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: 'r',
  attributes: {} as SQSRecord['attributes'],
  messageAttributes: id
    ? { correlationId: { dataType: 'String', stringValue: id, stringListValues: [], binaryListValues: [] } }
    : {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:trial',
  awsRegion: 'us-east-1',
});

describe('the function of a queue', () => {
  it('returns only the failed messages', async () => {
    const { seen, failed } = await worked(
      ['a', 'b', 'c', 'd'].map((name) => record(`m-${name}`, JSON.stringify({ name }))),
      ({ name }) => {
        if (name === 'b') throw new Error('broken');
        if (name === 'd') return Promise.reject(new Error('broken later'));
      },
    );
    expect(seen.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(failed).toEqual(['m-b', 'm-d']);
  });

  it('counts the returned messages under its own name', async () => {
    const enabled = process.env.POWERTOOLS_METRICS_DISABLED;
    process.env.POWERTOOLS_METRICS_DISABLED = 'false';
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      written.push(String(line));
      return true;
    });
    try {
      await worked([record('m-1', '{}'), record('m-2', '{"name":"a"}')], () => {});
    } finally {
      out.mockRestore();
      process.env.POWERTOOLS_METRICS_DISABLED = enabled;
    }
    expect(written.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line))).toMatchObject([
      { ...dimensionsOf('local'), function: 'trial', [METRICS.failedMessages]: 1 },
    ]);
  });

  it('returns invalid messages without handling them', async () => {
    const bodies = ['', 'no JSON', '{}', '{"name": 1}', 'null', '[]'];
    const { seen, failed } = await worked(
      bodies.map((body, index) => record(`m-${index}`, body)),
      () => {},
    );
    expect(seen).toEqual([]);
    expect(failed).toHaveLength(bodies.length);
  });

  it('parses messages with the schema', async () => {
    const { seen } = await worked([record('m-1', '{"name":"a","other":true}')], () => {});
    expect(seen).toEqual([{ name: 'a', times: 1, correlationId: 'm-1' }]);
  });

  it("uses the correlation id of the message, or the message's own id", async () => {
    const { seen } = await worked(
      [record('message-1', '{"name":"a"}', 'request-0001'), record('message-2', '{"name":"b"}', 'bad id\n')],
      () => {},
    );
    expect(seen.map((one) => one.correlationId)).toEqual(['request-0001', 'message-2']);
  });

  it('gets the correlation id of the request that sent the message', async () => {
    const { url } = await aQueue();
    await correlated('request-from-browser', () => sendMessage(url, { name: 'a' }));
    const records = await takeAll(url);
    const { seen } = await worked(records, () => {});
    expect(seen).toEqual([{ name: 'a', times: 1, correlationId: 'request-from-browser' }]);
  });
});

describe('a queue message', () => {
  it('may contain any text', async () => {
    const { url } = await aQueue();
    const message = { name: 'noncharacters \ufffe\uffff, control \u0000\u001b, half \ud800, whole 🐕‍🦺, quotes "\\' };
    await sendMessage(url, message);
    expect((await takeAll(url)).map(({ body }) => JSON.parse(body))).toEqual([message]);
  });

  it('is visible after its delay, not before', async () => {
    const { url } = await aQueue();
    await sendMessage(url, { name: 'late' }, 1);
    await sendMessage(url, { name: 'now' });
    expect((await takeAll(url)).map(({ body }) => body)).toEqual(['{"name":"now"}']);
    await expect
      .poll(async () => (await takeAll(url)).map(({ body }) => body), { timeout: 5_000 })
      .toEqual(['{"name":"late"}']);
  });
});
