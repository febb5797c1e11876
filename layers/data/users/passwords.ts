import type { Scope } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { sessionStore } from '../auth/sessions.ts';
import { change } from '../kit/change.ts';
import { maySameAs } from '../kit/grounds.ts';
import { userChange } from './user-changes.ts';
import { UserEntity, userKeyOfName } from './users.ts';

/** A user with the hash of the password; undefined if the user has no password. Only for what checks or replaces a password. */
export type UserWithPassword = UserRecord & { passwordHash: string | undefined };

export const passwordStore = {
  /** The user of a name in any case, or undefined. */
  byName: async (name: string): Promise<UserWithPassword | undefined> => passwordStore.byKey(await userKeyOfName(name)),

  async byKey(UserKey: string, consistent = false): Promise<UserWithPassword | undefined> {
    // Formatted items never contain the hash.
    const { data: raw } = await UserEntity.get({ UserKey }).go({ data: 'raw', consistent });
    const { Item } = raw as { Item?: { passwordHash?: string } };
    const user = Item && UserEntity.parse({ Item }).data;
    return user ? { ...user, passwordHash: Item.passwordHash } : undefined;
  },

  /**
   * Replaces the password and ends every session that started before `now`, in one transaction. CONFLICT if the password has changed
   * since it was checked.
   */
  async change(scope: Scope, was: UserWithPassword, passwordHash: string, now: number): Promise<void> {
    await change(
      {
        entities: { user: UserEntity },
        by: scope,
        audit: auditEntry(scope, userChange(scope, 'change own password', {}), now),
        refused: { changed: 'Your password was changed meanwhile' },
      },
      (to) => [
        to.user
          .patch({ UserKey: was.UserKey })
          .set({ passwordHash, signedOutAt: now })
          .where(
            (user, operations) =>
              `${maySameAs(was)(user, operations)} AND ${operations.eq(user.passwordHash, was.passwordHash!)}`,
          )
          .commit(),
      ],
    );
    await sessionStore.endAllOf(was.UserKey);
  },
};
