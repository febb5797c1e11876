import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { indexKeys, TABLE } from '#data/kit/table.ts';

/**
 * Creates the table like the data stack; true if it did not exist. `stream: false` leaves out its stream: DynamoDB Local searches
 * all streams at each write, which takes most of its time if there are many tables. `timeToLive: false` keeps expired items.
 */
export async function createTable(
  dynamodb: DynamoDBClient,
  TableName: string,
  { stream = true, timeToLive = true } = {},
): Promise<boolean> {
  if (await exists(dynamodb, TableName)) return false;
  const { partitionKey, sortKey, indexes } = TABLE;
  const keys = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  const indexed = indexes.map((IndexName) => ({ IndexName, ...indexKeys(IndexName) }));
  const names = [partitionKey, sortKey, ...indexed.flatMap((one) => [one.partitionKey, one.sortKey])];
  await dynamodb.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys(partitionKey, sortKey),
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexes: indexed.map((one) => ({
        IndexName: one.IndexName,
        KeySchema: keys(one.partitionKey, one.sortKey),
        Projection: { ProjectionType: 'ALL' },
      })),
      ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.streamView } }),
    }),
  );
  if (timeToLive)
    await dynamodb.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: TABLE.timeToLive },
      }),
    );
  return true;
}

async function exists(dynamodb: DynamoDBClient, TableName: string): Promise<boolean> {
  try {
    await dynamodb.send(new DescribeTableCommand({ TableName }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}
