import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '#data/kit/table.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

/** All items of the table, by key. Only for tests: the portal never reads like this. */
export async function everyItem(): Promise<Map<string, StoredItem>> {
  const items = new Map<string, StoredItem>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName(), ConsistentRead: true }))
    for (const item of Items) items.set(`${item.pk} ${item.sk}`, item);
  return items;
}

/** A test of the contract compares the table after each call, so most items are compared twice. */
const texts = new WeakMap<StoredItem, string>();
function textOf(item: StoredItem): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}
const isSame = (was?: StoredItem, is?: StoredItem) => (was && is ? textOf(was) === textOf(is) : was === is);

/** The items that were added, changed or removed between two readings, with their content before and after. */
export function changesBetween(before: Map<string, StoredItem>, after: Map<string, StoredItem>) {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .map((key) => ({ key, was: before.get(key), is: after.get(key) }))
    .filter(({ was, is }) => !isSame(was, is));
}

/** Restores every item of an earlier reading; items that were added since stay. */
export async function restoreItems(before: Map<string, StoredItem>): Promise<void> {
  for (const { was } of changesBetween(before, await everyItem()))
    if (was) await client.send(new PutCommand({ TableName: tableName(), Item: was }));
}

export async function removeItems(items: readonly StoredItem[]): Promise<void> {
  for (const { pk, sk } of items) await client.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}

/** Removes every item that was added since an earlier reading. */
export const removeNewItems = async (before: Map<string, StoredItem>): Promise<void> =>
  removeItems(changesBetween(before, await everyItem()).flatMap(({ was, is }) => (was || !is ? [] : [is])));
