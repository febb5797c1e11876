import { Entity } from 'electrodb';
import { dealerKeysOf } from '#core/scope.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/**
 * What a user can be found by, once for each dealer that has the user at or below itself: a search reads nothing but what its
 * dealer may see. Users are written seldom and looked for often.
 */
export const UserLookupEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'userLookup', version: '1' },
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

/** What tells enough of a name, and leaves room in a key for any script. */
const LONGEST = 80;

/** A name or the beginning of one, as it is compared: whatever its case and spacing. */
export const findable = (text: string) =>
  text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ').slice(0, LONGEST);

/** Everything that finds the user, as items to write: user name, mail address, and the name in both orders. */
export function userLookupsOf(user: Findable): UserLookup[] {
  const { UserKey, UserName, UserEmail, UserFirstName: first, UserLastName: last } = user;
  const values = new Set([UserName, UserEmail, `${first} ${last}`, `${last} ${first}`].map(findable));
  return dealerKeysOf(user.dealerPath).flatMap((DealerKey) =>
    [...values].map((value) => ({ DealerKey, value, UserKey })),
  );
}
