import { BatchGetCommand, DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect } from 'vitest';
import { client, tableName } from '#data/kit/table.ts';
import { type Key, writtenKeysOf } from './table-requests.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

const nameOf = ({ pk, sk }: Partial<Key>) => `${pk} ${sk}`;

/** All items of the table, by key. Only for tests: the portal never reads like this. */
export async function everyItem(): Promise<Map<string, StoredItem>> {
  const items = new Map<string, StoredItem>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName(), ConsistentRead: true }))
    for (const item of Items) items.set(nameOf(item), item);
  return items;
}

/** As at the last reading, and the keys of the commands sent since. */
let followed: Map<string, StoredItem> | undefined;
const written = new Map<string, Key>();

/**
 * All items of the table, by key, for tests that look after each call. From its second call on it reads only what this process has written since: a
 * reading of the whole table takes longer than the call. When the file ends, a whole reading proves that nothing was missed.
 */
export async function followedItems(): Promise<Map<string, StoredItem>> {
  if (!followed) {
    followWrites();
    followed = await everyItem();
    return followed;
  }
  followed = new Map(followed);
  const keys = [...written.values()];
  written.clear();
  for (let at = 0; at < keys.length; at += BATCH_SIZE) {
    const some = keys.slice(at, at + BATCH_SIZE);
    const items = await itemsOf(some);
    for (const key of some.map(nameOf)) {
      const is = items.get(key);
      if (!is) followed.delete(key);
      else if (!isSame(followed.get(key), is)) followed.set(key, is);
    }
  }
  return followed;
}

const BATCH_SIZE = 100;

async function itemsOf(keys: readonly Key[]): Promise<Map<string, StoredItem>> {
  const items = new Map<string, StoredItem>();
  let asked = [...keys];
  while (asked.length > 0) {
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: asked, ConsistentRead: true } } }),
    );
    for (const item of Responses[tableName()] ?? []) items.set(nameOf(item), item);
    asked = (UnprocessedKeys[tableName()]?.Keys ?? []) as Key[];
  }
  return items;
}

function followWrites(): void {
  const note = (keys: readonly Key[]) => {
    for (const key of keys) written.set(nameOf(key), key);
  };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const keys = writtenKeysOf(String(context.commandName), args.input as never);
      note(keys);
      try {
        return await next(args);
      } finally {
        note(keys);
      }
    },
    { step: 'initialize', priority: 'high', name: 'followed' },
  );
}

afterAll(async () => {
  if (followed) expect(changesBetween(await followedItems(), await everyItem())).toEqual([]);
});

/** Attributes in alphabetical order: the table returns them in any. */
const textOf = (item: StoredItem) => JSON.stringify(item, (_name, value) => inOrder(value));

const inOrder = (value: unknown) =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A test of the contract compares the table after each call, so most items are compared twice. */
const texts = new WeakMap<StoredItem, string>();
function keptTextOf(item: StoredItem): string {
  const text = texts.get(item) ?? textOf(item);
  texts.set(item, text);
  return text;
}
const isSame = (was?: StoredItem, is?: StoredItem) =>
  was === is || (was !== undefined && is !== undefined && keptTextOf(was) === keptTextOf(is));

/** The items that were added, changed or removed between two readings, with their content before and after. */
export function changesBetween(before: Map<string, StoredItem>, after: Map<string, StoredItem>) {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .map((key) => ({ key, was: before.get(key), is: after.get(key) }))
    .filter(({ was, is }) => !isSame(was, is));
}

/** Restores every item of an earlier reading by `followedItems`; items that were added since stay. */
export async function restoreItems(before: Map<string, StoredItem>): Promise<void> {
  for (const { was } of changesBetween(before, await followedItems()))
    if (was) await client.send(new PutCommand({ TableName: tableName(), Item: was }));
}

export async function removeItems(items: readonly StoredItem[]): Promise<void> {
  for (const { pk, sk } of items) await client.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}

/** Removes every item that was added since an earlier reading by `followedItems`. */
export const removeNewItems = async (before: Map<string, StoredItem>): Promise<void> =>
  removeItems(changesBetween(before, await followedItems()).flatMap(({ was, is }) => (was || !is ? [] : [is])));
