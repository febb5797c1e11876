import type { AccessFlag } from '#core/access.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { isSuperAdmin, type Managed, type Manager, seesDealerList } from '#core/users/manage.ts';
import type { User } from '#core/users/user.ts';
import { useSession } from '#web/lib/session/session.tsx';

/** The flags that are on in a user's access map. */
export const flagsOf = ({ access }: Pick<User, 'access'>): AccessFlag[] =>
  (Object.keys(access) as AccessFlag[]).filter((flag) => access[flag]);

export const managedOf = (user: User): Managed => ({
  userKey: user.UserKey,
  dealerPath: user.dealerPath,
  flags: flagsOf(user),
});

/** The administrator, as the input of the rules that the server applies too. */
export function useManager() {
  const { user, holder } = useSession();
  const manager: Manager = {
    userKey: user.user,
    actorKey: user.actor?.user ?? user.user,
    flags: holder.flags,
    dealerKey: user.dealer,
    // The server lists only users of the own part of the tree.
    ...WHOLE_TREE,
  };
  return { manager, superAdmin: isSuperAdmin(manager), seesDealers: seesDealerList(manager) };
}
