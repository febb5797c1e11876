/** One thing wrong with an input: where (`units.3.UnitID`) and what. */
export interface FieldIssue {
  path: string;
  message: string;
}

/** Every way a request can fail, and the HTTP status that says so. Rules throw codes and never know a status. */
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

/** A failure that the caller may be told about. `message` is shown to people as it stands. */
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

/** The body of every failed answer. `correlationId` finds the request in the logs. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  issues: readonly FieldIssue[];
  correlationId: string;
}
