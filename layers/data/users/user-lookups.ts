import { Entity } from 'electrodb';
import { dealerKeysOf } from '#core/scope.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary, serviceOf } from '../kit/table.ts';

/**
 * A value that finds a user, stored once for each dealer at or above the user. A search reads only what its dealer may see. Users are
 * changed rarely and searched often.
 */
export const UserLookupEntity = new Entity(
  {
    model: { service: serviceOf('users'), entity: 'userLookup', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      value: requiredText,
      UserKey: requiredText,
    },
    indexes: { byDealer: primary(['DealerKey'], ['value', 'UserKey']) },
  },
  at,
);

interface Findable {
  UserKey: string;
  UserName: string;
  UserEmail: string;
  UserFirstName: string;
  UserLastName: string;
  dealerPath: string;
}

export interface UserLookup {
  DealerKey: number;
  value: string;
  UserKey: string;
}

/** Distinguishes names well enough, and fits into a key in any script. */
const LOOKUP_MAX_LENGTH = 80;

/** A name or its beginning in the form that is compared: without case and extra spaces. */
export const findable = (text: string) =>
  text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ').slice(0, LOOKUP_MAX_LENGTH);

/** The lookup items of the user: user name, mail address, and the name in both orders. */
export function userLookupsOf(user: Findable): UserLookup[] {
  const { UserKey, UserName, UserEmail, UserFirstName: first, UserLastName: last } = user;
  const values = new Set([UserName, UserEmail, `${first} ${last}`, `${last} ${first}`].map(findable));
  return dealerKeysOf(user.dealerPath).flatMap((DealerKey) =>
    [...values].map((value) => ({ DealerKey, value, UserKey })),
  );
}
