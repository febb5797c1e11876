import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { indexKeys, TABLE } from '#data/kit/table.ts';

const dynamodb = new DynamoDBClient({});
/** A change of a table takes seconds to minutes. */
const POLL_MS = 2_000;

/**
 * Gives a table all that a restore leaves out: stream, expiry, continuous backup, deletion protection and tags. What it has already stays.
 * @throws if it is not a table of the portal, or not restored yet
 */
export async function prepareTable(TableName: string, stage: string): Promise<{ stream: string }> {
  const table = await describe(TableName);
  requireLayout(table);
  if (table.TableStatus !== 'ACTIVE') throw new Error(`${TableName} is ${table.TableStatus}: wait until it is ACTIVE`);
  await turnOnStream(table);
  await turnOnExpiry(TableName);
  await turnOnBackup(TableName);
  if (stage === 'production' && !table.DeletionProtectionEnabled)
    await update({ TableName, DeletionProtectionEnabled: true });
  const Tags = Object.entries({ application: 'watchkeep', stage }).map(([Key, Value]) => ({ Key, Value }));
  await dynamodb.send(new TagResourceCommand({ ResourceArn: table.TableArn, Tags }));
  return { stream: (await describe(TableName)).LatestStreamArn! };
}

/** Compares keys and indexes with those of the stores, so that no other table is taken into use. */
function requireLayout({ TableName, KeySchema = [], GlobalSecondaryIndexes = [] }: TableDescription): void {
  const keysOf = (schema: readonly { AttributeName?: string | undefined }[]) =>
    schema.map(({ AttributeName }) => AttributeName).join(' ');
  const actual = [
    keysOf(KeySchema),
    ...GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys = [] }) => `${IndexName} ${keysOf(keys)}`).sort(),
  ];
  const expected = [
    `${TABLE.partitionKey} ${TABLE.sortKey}`,
    ...TABLE.indexes.map((name) => `${name} ${Object.values(indexKeys(name)).join(' ')}`),
  ];
  if (actual.join() !== expected.join())
    throw new Error(`${TableName} is not a table of the portal. It has the keys ${actual.join(', ')}`);
}

async function turnOnStream({ TableName, StreamSpecification }: TableDescription): Promise<void> {
  if (!StreamSpecification?.StreamEnabled)
    return update({ TableName, StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.streamView } });
  if (StreamSpecification.StreamViewType !== TABLE.streamView)
    throw new Error(`The stream of ${TableName} has ${StreamSpecification.StreamViewType}: disable it and repeat this`);
}

async function turnOnExpiry(TableName: string): Promise<void> {
  const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: TABLE.timeToLive };
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

async function turnOnBackup(TableName: string): Promise<void> {
  const { ContinuousBackupsDescription } = await dynamodb.send(new DescribeContinuousBackupsCommand({ TableName }));
  const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (PointInTimeRecoveryStatus === 'ENABLED') return;
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await dynamodb.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
}

/** Changes the table. A table takes its next change only when it is active again. */
async function update(change: { TableName: string | undefined } & Partial<TableChange>): Promise<void> {
  await dynamodb.send(new UpdateTableCommand(change));
  while ((await describe(change.TableName!)).TableStatus !== 'ACTIVE') await sleep(POLL_MS);
}

type TableChange = ConstructorParameters<typeof UpdateTableCommand>[0];

async function describe(TableName: string): Promise<TableDescription> {
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
  return Table!;
}
