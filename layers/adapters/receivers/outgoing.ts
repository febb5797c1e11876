import type { UnitEvent } from '#core/history/ping.ts';

/** What is sent to a receiver: an alarm, or without one a test of the way. */
export interface Outgoing {
  /** The account of the unit at the receiver; in a test that of the portal. */
  account: string;
  /** 1 to 9999, the same in every try. */
  sequence: number;
  alarm?: { UnitSerNum: string; event: UnitEvent };
}

/** What became of a try. */
export interface Answer {
  ok: boolean;
  /** What the receiver answered, or why it did not, in words for people. */
  detail: string;
}

/** The words for a failed connection. */
export function failureOf(error: unknown): Answer {
  const { code, message } = error as NodeJS.ErrnoException;
  return { ok: false, detail: WORDS[code ?? ''] ?? (message || 'The connection failed') };
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The receiver closed the connection',
  EPIPE: 'The receiver closed the connection',
  ENOTFOUND: 'The name of the receiver is unknown',
  EAI_AGAIN: 'The name of the receiver is unknown',
  EHOSTUNREACH: 'The receiver cannot be reached',
  ENETUNREACH: 'The receiver cannot be reached',
  ABORT_ERR: 'No answer in time',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the receiver is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the receiver is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the receiver is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name',
};
