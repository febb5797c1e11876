import { AppError } from '#core/errors.ts';

interface TransactionResult {
  canceled: boolean;
  data: readonly { rejected: boolean; code: string }[];
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
