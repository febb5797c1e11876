import { createWriteTransaction } from 'electrodb';
import type { Scope } from '#core/scope.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { sessionStore } from '../auth/sessions.ts';
import { committed, requireCommitted } from '../kit/conditions.ts';
import { PasskeyEntity, passkeyStore } from '../passkeys/passkeys.ts';
import { type StoredUser, UserEntity, userObject } from '../users/users.ts';
import { SecondFactorEntity, secondFactorStore } from './second-factors.ts';

type Actor = Pick<Scope, 'userKey' | 'userName' | 'actor'>;

export const secondFactorResetStore = {
  /**
   * Takes the user's second factor and passkeys away and ends every session that has begun until `now` (milliseconds), at once or not
   * at all. False where there is neither; CONFLICT where the user is no longer whom the caller believed them to be.
   */
  async reset(actor: Actor, was: StoredUser, now: number): Promise<boolean> {
    const { UserKey } = was;
    const [factor, passkeys] = await Promise.all([secondFactorStore.get(UserKey), passkeyStore.ofUser(UserKey)]);
    if (!factor && passkeys.length === 0) return false;
    const before = { method: factor?.method ?? null, passkeys: passkeys.map(({ name }) => name) };
    const change = { ...userObject(was), action: 'reset second factor', before };
    const result = await committed(() =>
      createWriteTransaction(
        { user: UserEntity, factor: SecondFactorEntity, passkey: PasskeyEntity, audit: AuditEntity },
        (entities) => [
          entities.user
            .patch({ UserKey })
            .set({ signedOutAt: now })
            .where(
              ({ flags, dealerPath }, { eq }) =>
                `${eq(flags as never, was.flags as never)} AND ${eq(dealerPath, was.dealerPath)}`,
            )
            .commit(),
          ...(factor ? [entities.factor.remove({ UserKey }).commit()] : []),
          ...passkeys.map(({ credentialId }) => entities.passkey.remove({ credentialId }).commit()),
          entities.audit.create(auditEntry(actor, change, now)).commit(),
        ],
      ).go(),
    );
    requireCommitted(result, 'The user changed meanwhile');
    await sessionStore.endAllOf(UserKey);
    return true;
  },
};
