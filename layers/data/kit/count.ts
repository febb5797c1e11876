import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './table.ts';

/** A megabyte each: about 12,000 small items. */
const MAX_COUNT_READS = 4;

interface Parameters {
  IndexName?: string;
  KeyConditionExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Record<string, unknown>;
}

/** Counts the items of a query, as `params()` returns it, without returning them. `more`: there are more than a few reads count. */
export async function count(query: unknown): Promise<{ count: number; more: boolean }> {
  const { IndexName, KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } =
    query as Parameters;
  let counted = 0;
  let start: Record<string, unknown> | undefined;
  for (let done = 0; done < MAX_COUNT_READS; done++) {
    const { Count = 0, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        ...{ TableName: tableName(), KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues },
        ...(IndexName && { IndexName }),
        Select: 'COUNT',
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    counted += Count;
    start = LastEvaluatedKey;
    if (!start) return { count: counted, more: false };
  }
  return { count: counted, more: true };
}
