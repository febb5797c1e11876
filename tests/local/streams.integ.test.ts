import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localClient } from '#local/aws.ts';
import { startDynamoDb } from '#local/dynamodb/start.ts';
import type { Running } from '#local/http.ts';
import type { GivenUp } from '#local/streams/given-up.ts';
import { pollStream, type StreamPoller } from '#local/streams/poll.ts';
import { until } from './until.ts';

let running: Running;
let table: DynamoDBClient;
let folder: string;
let tableName: string;
let poller: StreamPoller | undefined;
let tables = 0;

beforeAll(async () => {
  running = await startDynamoDb({ port: 0 });
  table = new DynamoDBClient(localClient(running.url, 'us-east-1'));
}, 60_000);
afterAll(() => running.close());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'watchkeep-streams-'));
  tableName = `table-${++tables}`;
});
afterEach(async () => {
  await poller?.stop();
  poller = undefined;
  await rm(folder, { recursive: true });
});

const createTable = () =>
  table.send(
    new CreateTableCommand({
      TableName: tableName,
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );

async function put(...keys: string[]) {
  for (const pk of keys) await table.send(new PutItemCommand({ TableName: tableName, Item: { pk: { S: pk } } }));
}

async function poll(
  invoke: (event: DynamoDBStreamEvent) => unknown,
  options: Partial<Parameters<typeof pollStream>[0]> = {},
) {
  poller = await pollStream({
    tableName,
    functionName: 'on-table-change',
    endpoint: running.url,
    region: 'us-east-1',
    stateFolder: folder,
    idleMilliseconds: 20,
    retryMilliseconds: 1,
    onError: () => {},
    invoke: async (_name, event) => invoke(event),
    ...options,
  });
}

const keyOf = (record: DynamoDBRecord) => record.dynamodb?.Keys?.pk?.S;
const keysOf = (event: DynamoDBStreamEvent) => event.Records.map(keyOf);

describe('the stream of a table', () => {
  it('arrives in order as the events of Lambda', async () => {
    await createTable();
    const records: DynamoDBRecord[] = [];
    await poll((event) => void records.push(...event.Records));
    await put('a');
    const frame = { M: { bytes: { B: Buffer.from([1, 2, 255]) }, list: { L: [{ BS: [Buffer.from([7])] }] } } };
    await table.send(new PutItemCommand({ TableName: tableName, Item: { pk: { S: 'a' }, frame } }));
    await table.send(new DeleteItemCommand({ TableName: tableName, Key: { pk: { S: 'a' } } }));
    await until(() => expect(records).toHaveLength(3));

    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    const wireFrame = { M: { bytes: { B: 'AQL/' }, list: { L: [{ BS: ['Bw=='] }] } } };
    expect(records[1]).toEqual({
      eventID: expect.any(String),
      eventName: 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: 'a' } },
        NewImage: { pk: { S: 'a' }, frame: wireFrame },
        OldImage: { pk: { S: 'a' } },
        SequenceNumber: expect.stringMatching(/^\d+$/),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
      eventSourceARN: expect.stringContaining(`table/${tableName}/stream/`),
    });
    const age = Date.now() / 1000 - (records[0]?.dynamodb?.ApproximateCreationDateTime ?? 0);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(120);
  });

  it('continues after a restart where it stopped, without loss or repetition', async () => {
    await createTable();
    await put('a', 'b');
    const seen: unknown[] = [];
    await poll((event) => void seen.push(...keysOf(event)));
    await until(() => expect(seen).toEqual(['a', 'b']));
    await poller?.stop();
    await put('c');
    await poll((event) => void seen.push(...keysOf(event)));
    await put('d');
    await until(() => expect(seen).toEqual(['a', 'b', 'c', 'd']));
  });

  it('repeats a call that was cut off by the end of the process', async () => {
    await createTable();
    await put('a');
    let seen: unknown[] = [];
    const never = new Promise(() => {});
    const cutOff = pollStream({
      tableName,
      functionName: 'on-table-change',
      endpoint: running.url,
      stateFolder: folder,
      invoke: (_name, event) => {
        seen = keysOf(event);
        return never;
      },
    });
    await cutOff;
    await until(() => expect(seen).toEqual(['a']));
    seen = [];
    await poll((event) => void seen.push(...keysOf(event)));
    await until(() => expect(seen).toEqual(['a']));
  });

  it('skips existing changes if it starts at the latest, also after a restart', async () => {
    await createTable();
    await put('old');
    const seen: unknown[] = [];
    const take = (event: DynamoDBStreamEvent) => void seen.push(...keysOf(event));
    await poll(take, { startingPosition: 'LATEST' });
    await poller?.stop();
    await put('while away');
    await poll(take, { startingPosition: 'LATEST' });
    await put('new');
    await until(() => expect(seen).toEqual(['while away', 'new']));
  });

  it('splits a failing batch down to the failing record, gives that up, and continues', async () => {
    await createTable();
    await put('a', 'b', 'poison', 'c', 'd');
    const succeeded: unknown[] = [];
    const tries: unknown[][] = [];
    const givenUp: GivenUp[] = [];
    await poll(
      (event) => {
        const keys = keysOf(event);
        tries.push(keys);
        if (keys.includes('poison')) throw new Error('cannot digest');
        succeeded.push(...keys);
      },
      { maximumRetryAttempts: 2, onGivenUp: async (message) => void givenUp.push(message) },
    );
    await until(() => expect(succeeded).toEqual(['a', 'b', 'c', 'd']));
    expect(tries[0]).toEqual(['a', 'b', 'poison', 'c', 'd']);
    expect(tries.filter((keys) => keys.length === 1 && keys[0] === 'poison')).toHaveLength(3);
    expect(givenUp).toMatchObject([
      {
        requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 3 },
        responseContext: { functionError: 'cannot digest' },
        DDBStreamBatchInfo: { batchSize: 1 },
      },
    ]);
    expect(givenUp[0]?.DDBStreamBatchInfo.startSequenceNumber).toBe(givenUp[0]?.DDBStreamBatchInfo.endSequenceNumber);
  });

  it('repeats from the first record that the function reported', async () => {
    await createTable();
    await put('a', 'b', 'c');
    const batches: unknown[][] = [];
    await poll((event) => {
      batches.push(keysOf(event));
      const failed = batches.length === 1 ? event.Records.slice(1, 2) : [];
      return { batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber })) };
    });
    await until(() => expect(batches.flat()).toHaveLength(5));
    expect(batches).toEqual([['a', 'b', 'c'], ['b'], ['c']]);
  });

  it('delivers at most one batch at once', async () => {
    await createTable();
    await put('a', 'b', 'c');
    const sizes: number[] = [];
    await poll((event) => void sizes.push(event.Records.length), { batchSize: 2 });
    await until(() => expect(sizes).toEqual([2, 1]));
  });

  it('waits for a table that does not exist yet, and reads a table that was created again', async () => {
    const seen: unknown[] = [];
    const polling = poll((event) => void seen.push(...keysOf(event)), { discoverMilliseconds: 100 });
    await sleep(50);
    await createTable();
    await polling;
    await put('a');
    await until(() => expect(seen).toEqual(['a']));
    await table.send(new DeleteTableCommand({ TableName: tableName }));
    await createTable();
    await put('b');
    await until(() => expect(seen).toEqual(['a', 'b']));
  }, 15_000);
});
