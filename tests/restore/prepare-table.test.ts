import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { indexKeys, TABLE } from '#data/kit/table.ts';
import { withMessage } from '#support/with-message.ts';

const STREAM = 'arn:aws:dynamodb:us-east-1:111111111111:table/restored/stream/2026-11-22T10:00:00.000';
const keys = (...names: string[]) => names.map((AttributeName) => ({ AttributeName }));

/** What DynamoDB knows of a table that was just restored: data and indexes, and none of the settings that a restore drops. */
const justRestored = () => ({
  Table: {
    TableName: 'restored',
    TableArn: 'arn:aws:dynamodb:us-east-1:111111111111:table/restored',
    TableStatus: 'ACTIVE',
    DeletionProtectionEnabled: false,
    KeySchema: keys(TABLE.partitionKey, TABLE.sortKey),
    GlobalSecondaryIndexes: TABLE.indexes.map((IndexName) => ({
      IndexName,
      KeySchema: keys(...Object.values(indexKeys(IndexName))),
    })),
  } as Record<string, unknown>,
  expiry: 'DISABLED',
  backup: 'DISABLED',
});

let server: Server;
let state: ReturnType<typeof justRestored>;
let changes: [operation: string, input: Record<string, unknown>][];
let prepareTable: typeof import('#scripts/restore/prepare-table.ts').prepareTable;

function answer(operation: string, input: Record<string, unknown>): object {
  if (!operation.startsWith('Describe')) changes.push([operation, input]);
  switch (operation) {
    case 'DescribeTimeToLive':
      return { TimeToLiveDescription: { TimeToLiveStatus: state.expiry } };
    case 'DescribeContinuousBackups':
      return {
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: 'ENABLED',
          PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: state.backup },
        },
      };
    case 'UpdateTimeToLive':
      state.expiry = 'ENABLING';
      return {};
    case 'UpdateContinuousBackups':
      state.backup = 'ENABLED';
      return {};
    case 'UpdateTable': {
      const { TableName: _, ...change } = input;
      state.Table = { ...state.Table, ...change, ...(change.StreamSpecification ? { LatestStreamArn: STREAM } : {}) };
      return {};
    }
    default:
      return { Table: state.Table };
  }
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const operation = String(request.headers['x-amz-target']).split('.')[1]!;
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(answer(operation, JSON.parse(body))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  ({ prepareTable } = await import('#scripts/restore/prepare-table.ts'));
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

beforeEach(() => {
  state = justRestored();
  changes = [];
});

it('gives a restored table all that the restore left out, and returns its stream', async () => {
  expect(await prepareTable('restored', 'production')).toEqual({ stream: STREAM });
  expect(changes).toEqual([
    [
      'UpdateTable',
      { TableName: 'restored', StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } },
    ],
    [
      'UpdateTimeToLive',
      { TableName: 'restored', TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiresAt' } },
    ],
    [
      'UpdateContinuousBackups',
      { TableName: 'restored', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    ],
    ['UpdateTable', { TableName: 'restored', DeletionProtectionEnabled: true }],
    [
      'TagResource',
      {
        ResourceArn: state.Table.TableArn,
        Tags: [
          { Key: 'application', Value: 'watchkeep' },
          { Key: 'stage', Value: 'production' },
        ],
      },
    ],
  ]);
});

it('changes nothing but tags if it is repeated', async () => {
  await prepareTable('restored', 'production');
  changes = [];
  expect(await prepareTable('restored', 'production')).toEqual({ stream: STREAM });
  expect(changes.map(([operation]) => operation)).toEqual(['TagResource']);
});

it('protects a table against deletion in production only', async () => {
  await prepareTable('restored', 'dev');
  expect(state.Table.DeletionProtectionEnabled).toBe(false);
});

it.each([
  ['is still being restored', { TableStatus: 'CREATING' }, 'restored is CREATING: wait until it is ACTIVE'],
  [
    'is of another program',
    { KeySchema: keys('id'), GlobalSecondaryIndexes: [] },
    'restored is not a table of the portal. It has the keys id',
  ],
  [
    'lacks an index',
    { GlobalSecondaryIndexes: [{ IndexName: 'gsi1', KeySchema: keys('gsi1pk', 'gsi1sk') }] },
    'restored is not a table of the portal. It has the keys pk sk, gsi1 gsi1pk gsi1sk',
  ],
  [
    'streams less than the consumer needs',
    { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } },
    'The stream of restored has KEYS_ONLY: disable it and repeat this',
  ],
])('changes nothing of a table that %s', async (_, table, message) => {
  state.Table = { ...state.Table, ...table };
  await expect(prepareTable('restored', 'production')).rejects.toThrow(withMessage(message));
  expect(changes).toEqual([]);
});
