import { createHash } from 'node:crypto';
import { z } from 'zod';
import { instant, MINUTE } from '#core/time.ts';
import { AuditEntity, auditEntry, SYSTEM } from '../audit/audit.ts';
import { tryChange } from '../kit/change.ts';
import { OneTimeTokenEntity, oneTimeTokens } from '../kit/one-time-tokens.ts';
import { byThemselves } from '../users/user-changes.ts';
import { isEnabled, type StoredUser, UserEntity, userStore } from '../users/users.ts';
import { sessionStore } from './sessions.ts';

const LIFE = 30 * MINUTE;

/** Stands for the user as it was: once the password or the address has changed, the link is void. */
const printOf = ({ UserEmail, passwordHash = '' }: StoredUser) =>
  createHash('sha256').update(`${UserEmail}\n${passwordHash}`).digest('base64url');

const tokens = oneTimeTokens('recovery', z.object({ UserKey: z.string(), print: z.string() }), LIFE);

/** Links by which forgotten passwords are replaced. */
export const recoveryStore = {
  life: LIFE,

  /** A token for a link to the user, and who asked for it from where in the audit. */
  async issue(user: StoredUser, sourceIp: string, now: number): Promise<string> {
    const token = await tokens.issue({ UserKey: user.UserKey, print: printOf(user) }, now);
    await AuditEntity.create(auditEntry(SYSTEM, changeOf(user, 'ask for recovery link', sourceIp), now)).go();
    return token;
  },

  /** Keeps a token that was made already, until then (milliseconds). */
  keep: (token: string, user: StoredUser, validUntil: number) =>
    tokens.keep(token, { UserKey: user.UserKey, print: printOf(user) }, validUntil),

  /** The user whose password a link replaces; undefined where it does not any more. */
  async userOf(token: string, now: number): Promise<StoredUser | undefined> {
    const facts = await tokens.look(token, now);
    const user = facts && (await userStore.byKey(facts.UserKey));
    return user && isEnabled(user) && printOf(user) === facts.print ? user : undefined;
  },

  /**
   * Replaces the password, uses the token up, has the address it was mailed to be proven and ends all sessions, at once or not at all.
   * False where the token was used meanwhile, or the user has changed.
   */
  async complete(
    token: string,
    user: StoredUser,
    passwordHash: string,
    sourceIp: string,
    now: number,
  ): Promise<boolean> {
    const replaced = changeOf(user, 'replace forgotten password', sourceIp);
    const refusal = await tryChange(
      {
        entities: { token: OneTimeTokenEntity, user: UserEntity },
        audit: auditEntry(byThemselves(user), replaced, now),
      },
      (to) => [
        tokens.useUp(to.token, token, now),
        to.user
          .patch({ UserKey: user.UserKey })
          .set({ passwordHash, signedOutAt: now, emailProvenAt: instant(now) })
          .where(({ UserStatus, UserEmail, passwordHash: hash }, { eq, notExists }) =>
            [
              eq(UserStatus, user.UserStatus),
              eq(UserEmail, user.UserEmail),
              user.passwordHash === undefined ? notExists(hash) : eq(hash, user.passwordHash),
            ].join(' AND '),
          )
          .commit(),
      ],
    );
    if (refusal) return false;
    // They have ended by `signedOutAt`; this only takes their items away.
    await sessionStore.endAllOf(user.UserKey);
    return true;
  },
};

const changeOf = ({ UserKey, DealerKey }: StoredUser, action: string, sourceIp: string) => ({
  objectKind: 'user' as const,
  objectId: UserKey,
  dealerKey: DealerKey,
  action,
  after: { sourceIp },
});
