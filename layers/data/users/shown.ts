import { ACCESS_FLAGS } from '#core/access.ts';
import type { AccessMap } from '#core/auth/session-user.ts';
import { consistentFlags } from '#core/users/access-rules.ts';
import type { User } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { shownRows } from '../kit/shown-rows.ts';
import { secondFactorStore } from '../second-factor/second-factors.ts';
import { isEnabled } from './users.ts';

/** The stored users as administrators see them, with their dealers' names. */
export async function shownUsers(stored: readonly UserRecord[], now: number): Promise<User[]> {
  const [names, withSecondFactor] = await Promise.all([
    dealerStore.names(
      stored.map(({ DealerKey }) => DealerKey),
      now,
    ),
    secondFactorStore.amongUsers(stored.map(({ UserKey }) => UserKey)),
  ]);
  return shownRows(stored, (user) => ({
    UserKey: user.UserKey,
    UserName: user.UserName,
    UserEmail: user.UserEmail,
    UserFirstName: user.UserFirstName,
    UserLastName: user.UserLastName,
    UserStatus: isEnabled(user) ? 1 : 0,
    ...(user.LastAuth && { LastAuth: user.LastAuth }),
    UserTypeKey: user.UserTypeKey,
    DealerKey: user.DealerKey,
    DealerName: names.get(user.DealerKey)!,
    dealerPath: user.dealerPath,
    access: accessOf(user),
    twoStepSignIn: withSecondFactor.has(user.UserKey),
  }));
}

/** A stored user for administrators, and the user's access. */
export async function shownAccess(stored: UserRecord, now: number) {
  const [user] = await shownUsers([stored], now);
  return { user: user!, access: user!.access };
}

function accessOf({ flags }: UserRecord): AccessMap {
  const held = consistentFlags(flags);
  return Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, held.includes(flag)])) as AccessMap;
}
