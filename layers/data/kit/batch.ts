import { setTimeout as sleep } from 'node:timers/promises';

interface BatchGetting<Key extends object, Item> {
  get(keys: Key[]): {
    go(options: { concurrency: number; consistent?: boolean }): Promise<{ data: Item[]; unprocessed: Key[] }>;
  };
}

interface Deleting<Key> {
  delete(key: Key): { go(): Promise<unknown> };
}

const DELETED_AT_ONCE = 25;
const MAX_TRIES = 8;
const FIRST_WAIT_MS = 10;

/**
 * Reads the items of the keys. Keys that the busy table did not process are read again. `consistent` reads the latest state. A key with
 * an absent part, from a malformed item, names no item. A key that is given twice is read once.
 */
export async function getAll<Key extends object, Item>(
  entity: BatchGetting<Key, Item>,
  keys: readonly Key[],
  { consistent = false } = {},
): Promise<Item[]> {
  const found: Item[] = [];
  await untilProcessed(distinct(keys.filter(isComplete)), async (wanted) => {
    const { data, unprocessed } = await entity.get(wanted).go({ concurrency: 4, ...(consistent && { consistent }) });
    found.push(...data);
    return unprocessed;
  });
  return found;
}

const isComplete = (key: object) => Object.values(key).every((part) => part !== undefined);

/** DynamoDB refuses a batch that names an item twice. */
const distinct = <Key extends object>(keys: readonly Key[]): Key[] => [
  ...new Map(keys.map((key) => [JSON.stringify(key), key])).values(),
];

/** Deletes the items of the keys one by one: the right to delete in batches would include the right to put. */
export async function deleteAll<Key>(entity: Deleting<Key>, keys: readonly Key[]): Promise<void> {
  for (let next = 0; next < keys.length; next += DELETED_AT_ONCE)
    await Promise.all(keys.slice(next, next + DELETED_AT_ONCE).map((key) => entity.delete(key).go()));
}

async function untilProcessed<Key>(keys: readonly Key[], process: (keys: Key[]) => Promise<Key[]>): Promise<void> {
  let left = [...keys];
  for (let tries = 1; left.length > 0; tries++) {
    left = await process(left);
    if (left.length === 0) return;
    if (tries === MAX_TRIES)
      throw new Error(`The table stayed busy: ${left.length} of ${keys.length} items are not processed`);
    await sleep(Math.random() * FIRST_WAIT_MS * 2 ** tries);
  }
}
