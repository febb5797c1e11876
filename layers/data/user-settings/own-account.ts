import { createWriteTransaction } from 'electrodb';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { sessionStore } from '../auth/sessions.ts';
import { committed, requireCommitted } from '../kit/conditions.ts';
import { type Actor, userChange } from '../users/user-changes.ts';
import { type StoredUser, UserEntity } from '../users/users.ts';

export const ownAccountStore = {
  /**
   * Replaces the password that was checked and ends every session that has begun until `now`, in one; of two who do it at once, one
   * gets CONFLICT.
   */
  async changePassword(actor: Actor, was: StoredUser, passwordHash: string, now: number): Promise<void> {
    const change = userChange(actor, 'change own password', {});
    const result = await committed(() =>
      createWriteTransaction({ user: UserEntity, audit: AuditEntity }, (entities) => [
        entities.user
          .patch({ UserKey: was.UserKey })
          .set({ passwordHash, signedOutAt: now })
          .where((user, { eq }) => eq(user.passwordHash, was.passwordHash!))
          .commit(),
        entities.audit.create(auditEntry(actor, change, now)).commit(),
      ]).go(),
    );
    requireCommitted(result, 'Your password was changed meanwhile');
    await sessionStore.endAllOf(was.UserKey);
  },
};
