import { PasswordHashEntity } from '#data/users/password-hashes.ts';
import { UserCountEntity, UserEntity, UserNameEntity } from '#data/users/user-entities.ts';
import { UserLookupEntity, userLookupsOf } from '#data/users/user-lookups.ts';
import { hashPassword } from '#platform/session/password.ts';
import { PEOPLE, SEED_PASSWORD, userItem } from '../people.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

/** One user of each kind. */
export const seed: Seed = async () => {
  const passwordHash = await hashPassword(SEED_PASSWORD);
  const perDealer = Map.groupBy(PEOPLE, ({ dealer }) => dealer);
  const counts = [...perDealer].map(([DealerKey, { length: count }]) => itemOf(UserCountEntity, { DealerKey, count }));
  const items = PEOPLE.flatMap((person, index) => {
    const user = userItem(person, index);
    return [
      itemOf(UserEntity, user),
      itemOf(PasswordHashEntity, { UserKey: user.UserKey, hash: passwordHash }),
      itemOf(UserNameEntity, { name: user.UserName, UserKey: user.UserKey }),
      ...userLookupsOf(user).map((lookup) => itemOf(UserLookupEntity, lookup)),
    ];
  });
  return [...items, ...counts];
};
