import type { Rights } from '#core/scope.ts';
import { type Managed, type Manager, whyNotChange } from '#core/users/manage.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { managedUserStore } from '#data/users/managed-users.ts';
import { holderOf } from '#data/users/users.ts';
import { refuseIf } from './new-user.ts';

/** The caller in the rules of user management. */
export const managerOf = (scope: Rights): Manager => ({ ...scope, actorKey: scope.actor.userKey });

/** The user in the rules of user management. */
export const managedOf = (user: UserRecord): Managed => ({
  userKey: user.UserKey,
  dealerPath: user.dealerPath,
  flags: holderOf(user).flags,
});

/** The user, if the caller may change them. For changes other than of the fields. */
export async function changeableUser(scope: Rights, UserKey: string): Promise<UserRecord> {
  const user = await managedUserStore.get(scope, UserKey);
  refuseIf(whyNotChange(managerOf(scope), managedOf(user)));
  return user;
}
