import { AppError } from '#core/errors.ts';

const REFUSALS: readonly string[] = ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'];

/** True if one user is refused for good. Other errors bring the message back. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && REFUSALS.includes(error.code);
