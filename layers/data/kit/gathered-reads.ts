import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { EntityIdentifiers, EntityItem } from 'electrodb';
import { type AnyEntity, type ItemKey, itemKey } from './item-keys.ts';
import { settledWithin } from './settled-within.ts';
import { client, tableName } from './table.ts';

type Stored = Record<string, unknown>;
interface Read {
  readonly key: ItemKey;
  readonly answer: PromiseWithResolvers<Stored | undefined>;
}

/** DynamoDB reads at most so many items in one batch. */
const MOST_KEYS = 100;
/** While so many batches are under way, the next ones grow. */
const BATCHES_AT_ONCE = 2;
/** A batch that hangs holds up the next ones no longer than this. */
const LONGEST_HOLD_MS = 1_000;
const MAX_TRIES = 8;
const FIRST_WAIT_MS = 10;

/** Reads that no batch has begun, by the key of their item. */
const waiting = new Map<string, Read>();
let batches = 0;

/**
 * Reads the latest state of an item, in one batch with what else is read at that moment, of any entity. It is for a process that does the same for
 * many at once. Rejects like a read of its own: a key that the table refuses fails no other read.
 */
export async function gatheredRead<E extends AnyEntity>(
  entity: E,
  key: EntityIdentifiers<E>,
): Promise<EntityItem<E> | undefined> {
  const Item = await joined(itemKey(entity, key));
  return Item && ((entity.parse({ Item }).data as EntityItem<E> | null) ?? undefined);
}

function joined(key: ItemKey): Promise<Stored | undefined> {
  const name = nameOf(key);
  const read = waiting.get(name) ?? { key, answer: Promise.withResolvers() };
  if (waiting.size === 0) setImmediate(beginBatches);
  waiting.set(name, read);
  return read.answer.promise;
}

const nameOf = ({ pk, sk }: ItemKey) => `${pk} ${sk}`;

function beginBatches(): void {
  while (batches < BATCHES_AT_ONCE && waiting.size > 0) {
    const batch = [...waiting].slice(0, MOST_KEYS);
    for (const [name] of batch) waiting.delete(name);
    batches += 1;
    void settledWithin(answer(new Map(batch)), LONGEST_HOLD_MS).then(() => {
      batches -= 1;
      beginBatches();
    });
  }
}

/** Never rejects. */
async function answer(batch: ReadonlyMap<string, Read>): Promise<void> {
  try {
    const found = await readAll([...batch.values()].map(({ key }) => key));
    for (const [name, { answer: given }] of batch) given.resolve(found.get(name));
  } catch (error) {
    if (batch.size > 1 && isRefusal(error)) {
      await Promise.all([...batch].map((one) => answer(new Map([one]))));
      return;
    }
    for (const { answer: given } of batch.values()) given.reject(error);
  }
}

/** One key that is too long makes DynamoDB refuse the whole batch. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'ValidationException';

/** Keys that the busy table did not process are read again. */
async function readAll(keys: ItemKey[]): Promise<Map<string, Stored>> {
  const found = new Map<string, Stored>();
  const table = tableName();
  for (let left = keys, tries = 1; ; tries++) {
    const request = { RequestItems: { [table]: { Keys: left, ConsistentRead: true } } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand(request));
    for (const item of Responses?.[table] ?? []) found.set(nameOf(item as ItemKey), item);
    left = (UnprocessedKeys?.[table]?.Keys ?? []) as ItemKey[];
    if (left.length === 0) return found;
    if (tries === MAX_TRIES)
      throw new Error(`The table stayed busy: ${left.length} of ${keys.length} items are not read`);
    await sleep(Math.random() * FIRST_WAIT_MS * 2 ** tries);
  }
}
