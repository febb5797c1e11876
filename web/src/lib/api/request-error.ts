import { AppError, type ErrorCode, type FieldIssue } from '#core/errors.ts';

/** A request that failed. `correlationId` finds it in the server's logs, so people can quote it. */
export class RequestError extends AppError {
  readonly correlationId: string;

  constructor(code: ErrorCode, message: string, correlationId: string, issues: readonly FieldIssue[] = []) {
    super(code, message, issues);
    this.name = 'RequestError';
    this.correlationId = correlationId;
  }
}

/** True if the same request may succeed later. */
export const isTemporary = (error: unknown) =>
  error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL' || error.code === 'TOO_MANY');
