import type { TransactWriteEntities } from 'electrodb';
import type { Scope } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { sessionStore } from '../auth/sessions.ts';
import { change } from '../kit/change.ts';
import { maySameAs } from '../kit/grounds.ts';
import { PasswordHashEntity } from './password-hashes.ts';
import { userChange } from './user-changes.ts';
import { UserEntity } from './user-entities.ts';
import { userKeyOfName, userStore } from './users.ts';

/** A user with the hash of the password; undefined if the user has no password. Only for what checks or replaces a password. */
export type UserWithPassword = UserRecord & { passwordHash: string | undefined };

/** The write that replaces the password of `was`. Its transaction is refused if the password has changed since it was read. */
export const replacePassword = (
  entity: TransactWriteEntities<{ password: typeof PasswordHashEntity }>['password'],
  { UserKey, passwordHash: was }: UserWithPassword,
  hash: string,
) =>
  was === undefined
    ? entity.create({ UserKey, hash }).commit()
    : entity
        .patch({ UserKey })
        .set({ hash })
        .where((stored, { eq }) => eq(stored.hash, was))
        .commit();

export const passwordStore = {
  /** The user of a name in any case, or undefined. */
  byName: async (name: string): Promise<UserWithPassword | undefined> => passwordStore.byKey(await userKeyOfName(name)),

  async byKey(UserKey: string, consistent = false): Promise<UserWithPassword | undefined> {
    const user = await userStore.byKey(UserKey, consistent);
    // Read last and as it is now: with an older password, `signedOutAt` of the user would not end the session that it starts.
    const { data } = await PasswordHashEntity.get({ UserKey }).go({ consistent: true });
    return user && { ...user, passwordHash: data?.hash };
  },

  /**
   * Replaces the password and ends every session that started before `now`, in one transaction. CONFLICT if the password has changed
   * since it was checked.
   */
  async change(scope: Scope, was: UserWithPassword, passwordHash: string, now: number): Promise<void> {
    await change(
      {
        entities: { user: UserEntity, password: PasswordHashEntity },
        by: scope,
        audit: auditEntry(scope, userChange(scope, 'change own password', {}), now),
        refused: { changed: 'Your password was changed meanwhile' },
      },
      (to) => [
        to.user.patch({ UserKey: was.UserKey }).set({ signedOutAt: now }).where(maySameAs(was)).commit(),
        replacePassword(to.password, was, passwordHash),
      ],
    );
    await sessionStore.endAllOf(was.UserKey);
  },
};
