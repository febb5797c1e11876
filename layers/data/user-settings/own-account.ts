import { auditEntry } from '../audit/audit.ts';
import { sessionStore } from '../auth/sessions.ts';
import { change } from '../kit/change.ts';
import { type Actor, userChange } from '../users/user-changes.ts';
import { type StoredUser, UserEntity } from '../users/users.ts';

export const ownAccountStore = {
  /**
   * Replaces the password and ends every session that started before `now`, in one transaction. CONFLICT if the password has changed
   * since it was checked.
   */
  async changePassword(actor: Actor, was: StoredUser, passwordHash: string, now: number): Promise<void> {
    await change(
      {
        entities: { user: UserEntity },
        audit: auditEntry(actor, userChange(actor, 'change own password', {}), now),
        refused: { changed: 'Your password was changed meanwhile' },
      },
      (to) => [
        to.user
          .patch({ UserKey: was.UserKey })
          .set({ passwordHash, signedOutAt: now })
          .where((user, { eq }) => eq(user.passwordHash, was.passwordHash!))
          .commit(),
      ],
    );
    await sessionStore.endAllOf(was.UserKey);
  },
};
