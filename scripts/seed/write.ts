import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '#data/kit/table.ts';

/** The part of an entity that builds the stored item. */
interface Creating<Item> {
  create(item: Item): { params(): unknown };
}

/** The item of an entity with its keys, as the table stores it. */
export const itemOf = <Item>(entity: Creating<Item>, item: Item) =>
  (entity.create(item).params() as { Item: Record<string, unknown> }).Item;

const BATCH_SIZE = 25;
/** DynamoDB Local writes one batch at a time. A batch that waits behind many others would time out. */
const CONCURRENT_BATCHES = 4;

/** Writes items in batches, several at a time. Writes again what the table did not process. */
export async function writeAll(
  items: Iterable<Record<string, unknown>>,
  onProgress: (written: number) => void,
): Promise<void> {
  let written = 0;
  const running = new Set<Promise<void>>();
  for (const batch of batches(items)) {
    const work = writeBatch(batch).then(() => {
      written += batch.length;
      onProgress(written);
      running.delete(work);
    });
    running.add(work);
    if (running.size >= CONCURRENT_BATCHES) await Promise.race(running);
  }
  await Promise.all(running);
}

async function writeBatch(items: Record<string, unknown>[]): Promise<void> {
  const name = tableName();
  let requests = items.map((Item) => ({ PutRequest: { Item } }));
  while (requests.length > 0) {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
    requests = (UnprocessedItems?.[name] ?? []) as typeof requests;
  }
}

function* batches<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
