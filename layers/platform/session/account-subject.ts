import { knownPlaceStore } from '#data/auth/known-places.ts';
import { addressSubject } from '../http/address-subject.ts';

/** No input has this character, so nobody can type an account that counts as the place of another. */
const NEVER_TYPED = '\u0000';

/** The subject that attempts on an account from a known place are counted for. */
export const accountAt = (account: string, place: string) => `${account}${NEVER_TYPED}${place}`;

/**
 * The subject that attempts on an account are counted for. A place where one of its users has signed in before has its own count, so
 * that strangers who use up the attempts on the account do not lock its owner out there.
 */
export async function accountSubject(
  account: string,
  userKeys: readonly string[],
  sourceIp: string,
  now: number,
): Promise<string> {
  const place = addressSubject(sourceIp);
  const known = await Promise.all(userKeys.map((userKey) => knownPlaceStore.has(userKey, place, now)));
  return known.includes(true) ? accountAt(account, place) : account;
}
