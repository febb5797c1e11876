import { setTimeout as sleep } from 'node:timers/promises';
import type { Item, Schema, WhereOperations } from 'electrodb';
import { AppError } from '#core/errors.ts';

type AnySchema = Schema<string, string, string>;

/** What a condition is made with: the same for every entity. */
export type Operations = WhereOperations<
  string,
  string,
  string,
  AnySchema,
  Item<string, string, string, AnySchema, AnySchema['attributes']>
>;

interface TransactionResult {
  canceled: boolean;
  data: readonly { rejected: boolean; code: string }[];
}

const MOST_TRIES = 8;
const FIRST_WAIT = 10;

/** What passes by itself: another transaction at the same item, or more requests than the table takes at the moment. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/**
 * Runs a transaction. What comes back says either that it is committed or that a condition did not hold, and nothing else: where
 * something passing stood in its way it is run again, and thrown as UNAVAILABLE when that does not end; any other reason is thrown.
 * Transactions are tried again by nobody else: neither ElectroDB nor the AWS SDK does it.
 */
export async function committed<Result extends TransactionResult>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await run();
    const others = result.canceled ? reasonsBeside(result) : [];
    if (result.canceled && others.length === 0 && !result.data.some(({ code }) => code === CONDITION))
      throw new Error('A transaction was cancelled for no reason');
    if (others.length === 0) return result;
    if (!others.every((code) => PASSING.includes(code)))
      throw new Error(`A transaction was cancelled: ${others.join(' ')}`);
    if (tries === MOST_TRIES) throw new AppError('UNAVAILABLE', 'The portal is busy. Please try again in a moment');
    await sleep(Math.random() * FIRST_WAIT * 2 ** tries);
  }
}

const CONDITION = 'ConditionalCheckFailed';
const reasonsBeside = ({ data }: TransactionResult) =>
  data.map(({ code }) => code).filter((code) => code !== 'None' && code !== CONDITION);

/** Whether the condition of the transaction's item at `index` was one that did not hold. */
export const refusedAt = (result: TransactionResult, index: number): boolean =>
  result.canceled && result.data[index]?.code === CONDITION;

/**
 * True when a transaction was committed, false where the items at `doneBefore` say that it had been before. Any other condition that
 * did not hold is thrown as CONFLICT with `message`, to be tried again.
 */
export function committedOnce(result: TransactionResult, doneBefore: readonly number[], message: string): boolean {
  if (!result.canceled) return true;
  if (doneBefore.some((index) => refusedAt(result, index))) return false;
  throw new AppError('CONFLICT', message);
}

/** The condition that an item still has this version. Undefined: the item has none, or does not exist. */
export const versionIs =
  (version: number | undefined) =>
  (item: { version: number }, { eq, notExists }: Operations): string =>
    version === undefined ? notExists(item.version) : eq(item.version, version);

/** Whether an entity's write failed because its condition did not hold. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ConditionalCheckFailedException' ||
    (error.cause instanceof Error && error.cause.name === 'ConditionalCheckFailedException') ||
    /conditional request failed/i.test(error.message));

/** The result of a single write; undefined if its condition did not hold. Other errors are thrown. */
export async function unlessRefused<Result>(write: Promise<Result>): Promise<Result | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
