import { PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '#data/kit/table.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

/** Everything in the table, by its keys. For tests: no part of the portal reads like this. */
export async function everyItem(): Promise<Map<string, StoredItem>> {
  const items = new Map<string, StoredItem>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName(), ConsistentRead: true }))
    for (const item of Items) items.set(`${item.pk} ${item.sk}`, item);
  return items;
}

/** The items that were added, changed or taken away from one reading to the next; of each what it was and what it is. */
export function changesBetween(before: Map<string, StoredItem>, after: Map<string, StoredItem>) {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .map((key) => ({ key, was: before.get(key), is: after.get(key) }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}

/** Makes everything that was in the table as it was then; what was added since stays. */
export async function putBack(before: Map<string, StoredItem>): Promise<void> {
  for (const { was } of changesBetween(before, await everyItem()))
    if (was) await client.send(new PutCommand({ TableName: tableName(), Item: was }));
}
