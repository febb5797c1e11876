import type { TransactWriteEntities } from 'electrodb';
import type { TimePreference } from '#core/shown-time.ts';
import { instant } from '#core/time.ts';
import { consistentFlags } from '#core/users/access-rules.ts';
import type { Acting } from '#core/users/acting.ts';
import { NAME_TAKEN } from '#core/users/user.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import type { AuditItem } from '../audit/audit.ts';
import { sessionStore } from '../auth/sessions.ts';
import { getAll } from '../kit/batch.ts';
import { change, type Write } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import type { By } from '../kit/grounds.ts';
import { PasswordHashEntity } from './password-hashes.ts';
import { UserCountEntity, UserEntity, UserNameEntity } from './user-entities.ts';
import { UserLookupEntity, userLookupsOf } from './user-lookups.ts';

/** The object of an audit entry about a user. */
export const userObject = (user: UserRecord) => ({
  objectKind: 'user' as const,
  objectId: user.UserKey,
  objectName: fullNameOf(user),
  dealerKey: user.DealerKey,
});

/** Maps a stored user to the input of access decisions. */
export const holderOf = (user: UserRecord) => ({
  userType: user.UserTypeKey,
  flags: consistentFlags(user.flags),
});

export const isEnabled = (user: UserRecord) => user.UserStatus === 1;

/** Maps a stored user to the input of the access-as rules. */
export const actingOf = (user: UserRecord): Acting => ({
  userKey: user.UserKey,
  enabled: isEnabled(user),
  dealerPath: user.dealerPath,
  ...holderOf(user),
});

export const newUserEntities = {
  user: UserEntity,
  name: UserNameEntity,
  lookup: UserLookupEntity,
  count: UserCountEntity,
};

/** The writes of a new user without a password. The condition of each does not hold if the name is taken. */
export const newUserWrites = (to: TransactWriteEntities<typeof newUserEntities>, user: UserRecord): Write[] => [
  to.name.create({ name: user.UserName.toLowerCase(), UserKey: user.UserKey }).commit(),
  to.user.create(user).commit(),
  to.count.upsert({ DealerKey: user.DealerKey }).add({ count: 1 }).commit(),
  ...userLookupsOf(user).map((lookup) => to.lookup.put(lookup).commit()),
];

/** A key that no user has. */
const UNUSED_USER_KEY = 'nobody';

/**
 * The key of the user of a name in any case. An unknown name leads to a key that no user has: reading it takes as long as reading a
 * user, so the response time does not reveal which names exist.
 */
export async function userKeyOfName(name: string): Promise<string> {
  const { data } = await UserNameEntity.get({ name: name.toLowerCase() }).go();
  return data?.UserKey ?? UNUSED_USER_KEY;
}

export const userStore = {
  /** The user of a name in any case, or undefined. */
  byName: async (name: string): Promise<UserRecord | undefined> => userStore.byKey(await userKeyOfName(name)),

  /** Every enabled user of a mail address in any case. Several users may share one address. */
  async byEmail(UserEmail: string): Promise<UserRecord[]> {
    const { data } = await UserEntity.query.byEmail({ UserEmail }).go({ pages: 'all' });
    return data.filter(isEnabled);
  },

  async byKey(UserKey: string, consistent = false): Promise<UserRecord | undefined> {
    const { data } = await UserEntity.get({ UserKey }).go({ consistent });
    return data ?? undefined;
  },

  /** The users of the keys, in any order. Deleted users are left out. */
  byKeys: (keys: readonly string[]): Promise<UserRecord[]> =>
    getAll(
      UserEntity,
      keys.map((UserKey) => ({ UserKey })),
      { consistent: true },
    ),

  /**
   * Creates the user with its name, its lookups and its audit entry. CONFLICT 'Already exists' if the name is taken. With an entry, also
   * CONFLICT if the dealer is no longer at the user's `dealerPath`.
   */
  create: (
    { passwordHash, ...user }: UserRecord & { passwordHash?: string },
    entry?: AuditItem,
    by?: By,
  ): Promise<void> =>
    change(
      {
        entities: { ...newUserEntities, password: PasswordHashEntity },
        audit: entry ?? [],
        by,
        ...(entry && { about: user }),
        refused: { changed: NAME_TAKEN },
      },
      (to) => [
        ...newUserWrites(to, user),
        ...(passwordHash === undefined
          ? []
          : [to.password.create({ UserKey: user.UserKey, hash: passwordHash }).commit()]),
      ],
    ),

  /** Ends every session of the user that started before `now` (milliseconds), and one that a running sign-in is about to start. */
  async signOutEverywhere(UserKey: string, now: number): Promise<void> {
    await UserEntity.patch({ UserKey }).set({ signedOutAt: now }).go();
    await sessionStore.endAllOf(UserKey);
  },

  /** Stores that the address was proven now, unless it was proven before or has changed meanwhile. */
  async proveEmail({ UserKey, UserEmail }: UserRecord, now: number): Promise<void> {
    await tryWrite(
      UserEntity.patch({ UserKey })
        .set({ emailProvenAt: instant(now) })
        .where((user, { eq, notExists }) => `${eq(user.UserEmail, UserEmail)} AND ${notExists(user.emailProvenAt)}`)
        .go(),
    );
  },

  /** Stores how the user wants times to be shown. Does nothing if the user was deleted. */
  async keepTimes(UserKey: string, times: TimePreference): Promise<void> {
    await tryWrite(UserEntity.patch({ UserKey }).set({ times }).go());
  },

  async recordSignIn(UserKey: string, LastAuth: string): Promise<void> {
    await UserEntity.patch({ UserKey }).set({ LastAuth }).go();
  },
};
