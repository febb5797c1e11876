import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuditAction } from '#core/audit/kinds.ts';
import { ActedBy, type LaterRights, type Scope } from '#core/scope.ts';
import { instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { type AuditItem, auditEntry, recordAudit, SYSTEM } from '../audit/audit.ts';
import { change, tryChange } from '../kit/change.ts';
import { maySameAs } from '../kit/grounds.ts';
import { newToken, OneTimeTokenEntity, oneTimeTokens } from '../kit/one-time-tokens.ts';
import { PasswordHashEntity } from '../users/password-hashes.ts';
import { passwordStore, replacePassword, type UserWithPassword } from '../users/passwords.ts';
import { ownActor } from '../users/user-changes.ts';
import { UserEntity } from '../users/user-entities.ts';
import { isEnabled, userObject } from '../users/users.ts';
import { sessionStore } from './sessions.ts';

const LIFETIME_MS = 30 * MINUTE;

/** A digest of the address and the password hash. The link is void once either has changed. */
const printOf = ({ UserEmail, passwordHash = '' }: Pick<UserWithPassword, 'UserEmail' | 'passwordHash'>) =>
  createHash('sha256').update(`${UserEmail}\n${passwordHash}`).digest('base64url');

const tokens = oneTimeTokens(
  'recovery',
  z.object({
    UserKey: z.string(),
    print: z.string(),
    /** The administrator who sent the link. Absent if somebody asked for it at the login. */
    issuedBy: ActedBy.optional(),
  }),
  LIFETIME_MS,
);

const factsOf = async ({ UserKey, UserEmail }: UserRecord) => ({
  UserKey,
  print: printOf({ UserEmail, passwordHash: (await passwordStore.byKey(UserKey, true))?.passwordHash }),
});

/** The facts of a user without a password. The caller need not be able to read passwords. */
const firstFactsOf = ({ UserKey, UserEmail }: UserRecord) => ({
  UserKey,
  print: printOf({ UserEmail, passwordHash: undefined }),
});

/** Who sent a link, for the audit. */
const linkFrom = ({ actorFullName, asUserFullName, asDealerKey }: ActedBy) => ({
  actorFullName,
  asUserFullName,
  ...(asDealerKey !== undefined && { asDealerKey }),
});
type LinkFrom = ReturnType<typeof linkFrom>;

/** The user whose password a link replaces, and the administrator who sent it. */
type UserOfLink = UserWithPassword & { linkFrom?: LinkFrom };

/** Issues a token to an administrator's link, in one transaction with its audit entry. */
async function issueWith(
  facts: ReturnType<typeof firstFactsOf>,
  by: LaterRights,
  user: UserRecord,
  validUntil: number,
  audit: AuditItem,
): Promise<string> {
  const token = newToken();
  await change(
    {
      entities: { token: OneTimeTokenEntity, user: UserEntity },
      by,
      about: user,
      audit,
      refused: { changed: 'The user changed meanwhile' },
    },
    (to) => [
      tokens.keepIn(to.token, token, { ...facts, issuedBy: audit }, validUntil),
      to.user.check({ UserKey: user.UserKey }).where(maySameAs(user)).commit(),
    ],
  );
  return token;
}

/** Links that replace a forgotten password. */
export const recoveryStore = {
  life: LIFETIME_MS,

  /** Returns a token for a link to the user. The audit records the request and its address. */
  async issue(user: UserRecord, sourceIp: string, now: number): Promise<string> {
    const token = await tokens.issue(await factsOf(user), now);
    await recordAudit(auditEntry(SYSTEM, changeOf(user, 'ask for recovery link', sourceIp), now));
    return token;
  },

  /** Returns a token for a link that an administrator sends to the user. */
  async issueBy(scope: Scope, user: UserRecord, validUntil: number, audit: AuditItem): Promise<string> {
    return issueWith(await factsOf(user), scope, user, validUntil, audit);
  },

  /** Returns a token for the link to a user without a password. It is void if the user has one. */
  issueFirst: (by: LaterRights, user: UserRecord, validUntil: number, audit: AuditItem): Promise<string> =>
    issueWith(firstFactsOf(user), by, user, validUntil, audit),

  /** Stores an existing token, valid until `validUntil` (milliseconds). */
  keep: async (token: string, user: UserRecord, validUntil: number) =>
    tokens.keep(token, await factsOf(user), validUntil),

  /** The user whose password the link replaces; undefined if the link is invalid or void. */
  async userOf(token: string, now: number): Promise<UserOfLink | undefined> {
    const facts = await tokens.look(token, now);
    const user = facts && (await passwordStore.byKey(facts.UserKey));
    if (!user || !isEnabled(user) || printOf(user) !== facts.print) return undefined;
    return { ...user, ...(facts.issuedBy && { linkFrom: linkFrom(facts.issuedBy) }) };
  },

  /**
   * In one transaction: replaces the password, uses the token up, marks the address as proven and ends all sessions.
   * False if the token was used meanwhile, or the user has changed.
   */
  async complete(
    token: string,
    user: UserOfLink,
    passwordHash: string,
    sourceIp: string,
    now: number,
  ): Promise<boolean> {
    const replaced = changeOf(user, 'replace forgotten password', sourceIp, user.linkFrom);
    const refusal = await tryChange(
      {
        entities: { token: OneTimeTokenEntity, user: UserEntity, password: PasswordHashEntity },
        audit: auditEntry(ownActor(user), replaced, now),
      },
      (to) => [
        tokens.useUp(to.token, token, now),
        to.user
          .patch({ UserKey: user.UserKey })
          .set({ signedOutAt: now, emailProvenAt: instant(now) })
          .where(({ UserStatus, UserEmail }, { eq }) =>
            [eq(UserStatus, user.UserStatus), eq(UserEmail, user.UserEmail)].join(' AND '),
          )
          .commit(),
        replacePassword(to.password, user, passwordHash),
      ],
    );
    if (refusal) return false;
    // `signedOutAt` has ended the sessions. This only deletes their items.
    await sessionStore.endAllOf(user.UserKey);
    return true;
  },
};

const changeOf = (user: UserRecord, action: AuditAction, sourceIp: string, linkFrom?: LinkFrom) => ({
  ...userObject(user),
  action,
  after: { sourceIp, ...(linkFrom && { linkFrom }) },
});
