import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#core/errors.ts';

interface TransactionResult {
  canceled: boolean;
  data: readonly { rejected: boolean; code: string }[];
}

const MOST_TRIES = 8;
const FIRST_WAIT = 10;

/**
 * Runs a transaction, again where it met another one at the same items: that says nothing of its conditions, and those who count
 * in one item meet all the time. Transactions are tried again by nobody else: neither ElectroDB nor the AWS SDK does it.
 */
export async function committed<Result extends TransactionResult>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await run();
    const met = result.canceled && result.data.some(({ code }) => code === 'TransactionConflict');
    if (!met || tries === MOST_TRIES) return result;
    await sleep(Math.random() * FIRST_WAIT * 2 ** tries);
  }
}

/** Throws CONFLICT when a transaction was cancelled because something had changed meanwhile. */
export function requireCommitted(result: TransactionResult, message: string) {
  if (result.canceled) throw new AppError('CONFLICT', message);
}

/** Whether an entity's write failed because its condition did not hold. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ConditionalCheckFailedException' ||
    (error.cause instanceof Error && error.cause.name === 'ConditionalCheckFailedException') ||
    /conditional request failed/i.test(error.message));
