import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A new token of 256 bits, and the hash that is stored of it. */
export function newOneTimeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: oneTimeHash(token) };
}

/** The hash that is stored of a one-time token. */
export const oneTimeHash = (token: string): string => hash('sha256', token, 'base64url');

/** Six digits, evenly distributed. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * The hash that is stored of six digits, keyed with the token that they come back with. A million codes are tried in no time,
 * but the table does not hold the key.
 */
export const digitsHash = (digits: string, token: string): string =>
  createHmac('sha256', token).update(digits).digest('base64url');

/** True if two texts are equal. The time taken does not depend on where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
