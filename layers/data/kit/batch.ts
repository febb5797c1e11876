import { setTimeout as sleep } from 'node:timers/promises';

interface BatchGetting<Key, Item> {
  get(keys: Key[]): {
    go(options: { concurrency: number; consistent?: boolean }): Promise<{ data: Item[]; unprocessed: Key[] }>;
  };
}

interface BatchDeleting<Key> {
  delete(keys: Key[]): { go(): Promise<{ unprocessed: Key[] }> };
}

const MOST_TRIES = 8;
const FIRST_WAIT = 10;

/**
 * Reads the items of the keys, those again that the table put off because it was busy: none is taken for missing. `consistent`: as
 * they are at this moment.
 */
export async function getAll<Key, Item>(
  entity: BatchGetting<Key, Item>,
  keys: readonly Key[],
  { consistent = false } = {},
): Promise<Item[]> {
  const found: Item[] = [];
  await untilProcessed(keys, async (wanted) => {
    const { data, unprocessed } = await entity.get(wanted).go({ concurrency: 4, ...(consistent && { consistent }) });
    found.push(...data);
    return unprocessed;
  });
  return found;
}

/** Deletes the items of the keys, every one. */
export const deleteAll = <Key>(entity: BatchDeleting<Key>, keys: readonly Key[]): Promise<void> =>
  untilProcessed(keys, async (unwanted) => (await entity.delete(unwanted).go()).unprocessed);

async function untilProcessed<Key>(keys: readonly Key[], process: (keys: Key[]) => Promise<Key[]>): Promise<void> {
  let left = [...keys];
  for (let tries = 1; left.length > 0; tries++) {
    left = await process(left);
    if (left.length === 0) return;
    if (tries === MOST_TRIES) throw new Error(`The table put ${left.length} of ${keys.length} items off for too long`);
    await sleep(Math.random() * FIRST_WAIT * 2 ** tries);
  }
}
