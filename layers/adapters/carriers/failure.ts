import { AppError, type ErrorCode } from '#core/errors.ts';
import type { Log } from './carrier.ts';

/**
 * How one attempt at a carrier failed.
 * - busy: refused as too many calls; nothing was done
 * - silent: no answer, or an error at the carrier; the change may have been made
 * - unreadable: an answer in an unexpected form; the change may have been made
 * - expired: the token was refused; nothing was done
 * - unknownSim, refused, invalid: the carrier's decision, which a retry does not change
 * - credentials: the carrier refuses our credentials
 */
export type FailureKind =
  | 'busy'
  | 'silent'
  | 'unreadable'
  | 'expired'
  | 'unknownSim'
  | 'refused'
  | 'invalid'
  | 'credentials';

interface Details {
  /** The HTTP status; absent if there was no answer. */
  status?: number | undefined;
  /** The carrier's own error code. */
  code?: string | undefined;
  /** How long the carrier asks us to wait, in milliseconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

export class CarrierFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: FailureKind, message: string, { status, code, retryAfter, cause }: Details = {}) {
    super(message, { cause });
    this.name = 'CarrierFailure';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const CODES: Record<FailureKind, ErrorCode> = {
  busy: 'TOO_MANY',
  silent: 'UNAVAILABLE',
  unreadable: 'UNAVAILABLE',
  expired: 'INTERNAL',
  unknownSim: 'NOT_FOUND',
  refused: 'CONFLICT',
  invalid: 'INVALID',
  credentials: 'INTERNAL',
};

/** Logs a carrier's failure with its details, and returns the AppError for people. Any other error is returned as it is. */
export function loggedFailure(
  error: unknown,
  carrier: string,
  call: { method: string; path: string },
  log: Log,
): unknown {
  if (!(error instanceof CarrierFailure)) return error;
  const { kind, status, code, message } = error;
  const facts = { carrier, kind, status, code, detail: message, method: call.method, path: call.path };
  if (CODES[kind] === 'INTERNAL') log.error('The carrier does not accept our credentials', facts);
  else log.warn('A carrier call failed', facts);
  return toAppError(error, carrier);
}

/** The message for people. The carrier's own text is repeated only where it is about the SIM. */
export function toAppError(failure: CarrierFailure, carrier: string): AppError {
  const sentences: Record<FailureKind, string> = {
    busy: `${carrier} is busy. Try again in a moment`,
    silent: `${carrier} does not answer. Try again later`,
    unreadable: `${carrier} gave an answer that cannot be read. Try again later`,
    expired: `${carrier} does not let us in`,
    unknownSim: `${carrier} does not know this SIM`,
    refused: `${carrier} refused: ${failure.message}`,
    invalid: failure.message,
    credentials: `${carrier} does not let us in`,
  };
  const error = new AppError(CODES[failure.kind], sentences[failure.kind]);
  error.cause = failure;
  return error;
}
