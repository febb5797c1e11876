import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A token of 256 bits that is given out once, and what is kept of it. */
export function newOneTimeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: oneTimeHash(token) };
}

/** What is kept of a one-time token. */
export const oneTimeHash = (token: string): string => hash('sha256', token, 'base64url');

/** Six digits, evenly distributed. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * What is kept of six digits: keyed with the token that they are given back with. A million codes are tried in no time, but
 * the table does not hold the key.
 */
export const digitsHash = (digits: string, token: string): string =>
  createHmac('sha256', token).update(digits).digest('base64url');

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
