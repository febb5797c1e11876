import { createHmac, timingSafeEqual } from 'node:crypto';

export const TIMESTAMP_HEADER = 'x-watchkeep-timestamp';
export const SIGNATURE_HEADER = 'x-watchkeep-signature';
/** How far a request's timestamp may be from the bridge's clock. A request that is repeated in this time changes nothing again. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/** What a signature covers, besides the time. */
export interface SignedRequest {
  method: string;
  path: string;
  body: string;
}

const signatureOf = (secret: string, timestamp: string, { method, path, body }: SignedRequest): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}\n${method} ${path}\n${body}`).digest();

/** The headers that sign a request to a bridge's command port. `now` in milliseconds UTC. */
export const signedHeaders = (secret: string, request: SignedRequest, now: number): Record<string, string> => ({
  'content-type': 'application/json',
  [TIMESTAMP_HEADER]: String(now),
  [SIGNATURE_HEADER]: signatureOf(secret, String(now), request).toString('hex'),
});

/** True if the request was signed with the secret, at most a minute from now. Takes the same time for any wrong signature. */
export function isSigned(
  secret: string,
  request: SignedRequest,
  timestamp: string | undefined,
  signature: string | undefined,
  now: number,
): boolean {
  if (!timestamp || !signature || !/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > MAX_CLOCK_DIFFERENCE_MS) return false;
  const expected = signatureOf(secret, timestamp, request);
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
