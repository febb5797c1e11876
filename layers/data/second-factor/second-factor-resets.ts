import type { Scope } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { sessionStore } from '../auth/sessions.ts';
import { change } from '../kit/change.ts';
import { PasskeyEntity } from '../passkeys/entities.ts';
import { passkeyStore } from '../passkeys/passkeys.ts';
import { UserEntity } from '../users/user-entities.ts';
import { userObject } from '../users/users.ts';
import { SecondFactorEntity, secondFactorStore } from './second-factors.ts';

export const secondFactorResetStore = {
  /**
   * Deletes the user's second factor and passkeys and ends every session that started before `now` (milliseconds), in one transaction.
   * False if the user has neither; CONFLICT if the user has changed since it was read or its dealer was moved.
   */
  async reset(scope: Scope, was: UserRecord, now: number): Promise<boolean> {
    const { UserKey } = was;
    const [factor, passkeys] = await Promise.all([secondFactorStore.get(UserKey), passkeyStore.ofUser(UserKey)]);
    if (!factor && passkeys.length === 0) return false;
    const before = { method: factor?.method ?? null, passkeys: passkeys.map(({ name }) => name) };
    await change(
      {
        entities: { user: UserEntity, factor: SecondFactorEntity, passkey: PasskeyEntity },
        by: scope,
        about: was,
        audit: auditEntry(scope, { ...userObject(was), action: 'reset second factor', before }, now),
        refused: { changed: 'The user changed meanwhile' },
      },
      (to) => [
        to.user
          .patch({ UserKey })
          .set({ signedOutAt: now })
          .where(
            ({ flags, dealerPath }, { eq }) =>
              `${eq(flags as never, was.flags as never)} AND ${eq(dealerPath, was.dealerPath)}`,
          )
          .commit(),
        ...(factor ? [to.factor.remove({ UserKey }).commit()] : []),
        ...passkeys.map(({ credentialId }) => to.passkey.remove({ credentialId }).commit()),
      ],
    );
    await sessionStore.endAllOf(UserKey);
    return true;
  },
};
