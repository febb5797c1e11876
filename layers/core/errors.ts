/** One invalid field of an input, such as `units.3.UnitID`, and the reason. */
export interface FieldIssue {
  path: string;
  message: string;
}

/** All error codes with their HTTP status. Rules throw codes and do not know the status. */
export const HTTP_STATUS = {
  INVALID: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  TOO_MANY: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** A failure that the caller may see. People see `message` unchanged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly FieldIssue[];

  constructor(code: ErrorCode, message: string, issues: readonly FieldIssue[] = []) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.issues = issues;
  }
}

/** For `catch`: undefined if there is no such thing. Throws other errors. */
export function orUndefined(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}

const OWN_FAILURE = 'Something went wrong. Please try again';

/** The sentence for people: the message of our own failures. Other errors have the text of a library or the browser. */
export const messageFor = (error: unknown): string => (error instanceof AppError ? error.message : OWN_FAILURE);

/** The body of every failed answer. `correlationId` identifies the request in the logs. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  issues: readonly FieldIssue[];
  correlationId: string;
}
