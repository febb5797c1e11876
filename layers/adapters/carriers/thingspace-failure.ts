import type { Answer } from './exchange.ts';
import { CarrierFailure, type FailureKind } from './failure.ts';
import { ErrorReply } from './thingspace-replies.ts';

/** Codes come with and without this prefix. */
const PREFIX = /^UnifiedWebService\./;
export const isSessionCode = (code: string | undefined) => code?.includes('.SessionToken.') ?? false;

const KIND_BY_CODE: Record<string, FailureKind> = {
  'REQUEST_FAILED.DeviceNotFound': 'unknownSim',
  'REQUEST_FAILED.AccountNotFound': 'credentials',
  'INPUT_INVALID.Device.Identifier.Invalid': 'unknownSim',
  'INPUT_INVALID.SmsMessage.Null': 'invalid',
  'INPUT_INVALID.SmsMessage.TooLong': 'invalid',
};

/** The code decides if it is known; the carrier's text is for people only. */
export function failureOf(answer: Answer): CarrierFailure {
  const { status, body, retryAfter } = answer;
  const errorMessage = ErrorReply.safeParse(body).data?.errorMessage;
  const code = codeOf(answer);
  return new CarrierFailure(kindOf(status, code), errorMessage || code || `status ${status}`, {
    status,
    code,
    retryAfter,
  });
}

export function codeOf({ body }: Answer): string | undefined {
  const { errorCode, error } = ErrorReply.safeParse(body).data ?? {};
  return errorCode?.replace(PREFIX, '') ?? error;
}

function kindOf(status: number, code: string | undefined): FailureKind {
  if (isSessionCode(code) || status === 401) return 'expired';
  const known = code && KIND_BY_CODE[code];
  if (known) return known;
  if (status === 429) return 'busy';
  if (status >= 500) return 'silent';
  if (status === 403) return 'credentials';
  return status === 404 ? 'unknownSim' : 'refused';
}
