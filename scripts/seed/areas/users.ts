import { PasswordHashEntity } from '#data/users/password-hashes.ts';
import { UserLookupEntity, userLookupsOf } from '#data/users/user-lookups.ts';
import { UserEntity, UserNameEntity } from '#data/users/users.ts';
import { hashPassword } from '#platform/session/password.ts';
import { PEOPLE, SEED_PASSWORD, userItem } from '../people.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

/** One user of each kind. */
export const seed: Seed = async () => {
  const passwordHash = await hashPassword(SEED_PASSWORD);
  return PEOPLE.flatMap((person, index) => {
    const user = userItem(person, index);
    return [
      itemOf(UserEntity, user),
      itemOf(PasswordHashEntity, { UserKey: user.UserKey, hash: passwordHash }),
      itemOf(UserNameEntity, { name: user.UserName, UserKey: user.UserKey }),
      ...userLookupsOf(user).map((lookup) => itemOf(UserLookupEntity, lookup)),
    ];
  });
};
