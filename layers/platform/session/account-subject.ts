import { knownPlaceStore } from '#data/auth/known-places.ts';
import { addressSubject } from '../http/address-subject.ts';

/** No input has this character, so nobody can type an account that counts as the place of another. */
const NEVER_TYPED = '\u0000';

/** The subject that attempts on an account from a known place are counted for. */
export const accountAt = (account: string, place: string) => `${account}${NEVER_TYPED}${place}`;

/**
 * The subject that attempts on an account of the user are counted for. A place where this user has signed in before has its own count, so
 * that strangers who use up the attempts on the account do not lock its owner out there. It takes one user: where several share an
 * account, such as an e-mail address, a place of one is no place of the others.
 */
export async function accountSubject(account: string, userKey: string, sourceIp: string, now: number): Promise<string> {
  const place = addressSubject(sourceIp);
  return (await knownPlaceStore.has(userKey, place, now)) ? accountAt(account, place) : account;
}
