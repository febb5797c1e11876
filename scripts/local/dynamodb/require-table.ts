import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { MissingRequirement } from '../machine.ts';

interface Database {
  url: string;
  accessKey: string;
  tableName: string;
}

/** Fails early if the database has no such table for this access key: the files of an earlier version belong to another key. */
export async function requireTable({ url, accessKey, tableName }: Database): Promise<void> {
  const credentials = { accessKeyId: accessKey, secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials });
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  if (!TableNames.includes(tableName))
    throw new MissingRequirement(
      'The stored data is of an earlier version that this one cannot read. Begin anew, without that data: npm start -- --fresh',
    );
}
