import { createHmac, timingSafeEqual } from 'node:crypto';

export const TIMESTAMP_HEADER = 'x-watchkeep-timestamp';
export const SIGNATURE_HEADER = 'x-watchkeep-signature';
/** How far a request's timestamp may be from the bridge's clock. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

const signatureOf = (secret: string, timestamp: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();

/** The headers that sign a request to a bridge's command port. `now` in milliseconds UTC. */
export const signedHeaders = (secret: string, body: string, now: number): Record<string, string> => ({
  'content-type': 'application/json',
  [TIMESTAMP_HEADER]: String(now),
  [SIGNATURE_HEADER]: signatureOf(secret, String(now), body).toString('hex'),
});

/** True if the request was signed with the secret, at most 5 minutes from now. Takes the same time for any wrong signature. */
export function isSigned(
  secret: string,
  body: string,
  timestamp: string | undefined,
  signature: string | undefined,
  now: number,
): boolean {
  if (!timestamp || !signature || !/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > MAX_CLOCK_DIFFERENCE_MS) return false;
  const expected = signatureOf(secret, timestamp, body);
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
