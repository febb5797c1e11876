import type { Session } from '#core/auth/session.ts';
import type { SignInMethod } from '#core/auth/sign-in-method.ts';
import { AppError } from '#core/errors.ts';
import type { Person } from '#core/scope.ts';
import { HOUR, instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import type { AuditItem } from '../audit/audit.ts';
import { expiryOf } from '../kit/attributes.ts';
import { deleteAll } from '../kit/batch.ts';
import { change, tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import type { By } from '../kit/grounds.ts';
import { SessionEntity } from './session-entity.ts';

/** How and from where a session was started. */
export interface SignInFacts {
  method: SignInMethod;
  sourceIp: string;
  userAgent: string;
  /** When the user had last ended all sessions, as read before the credentials were checked; 0 for never. */
  signedOutBefore: number;
}

const entities = { session: SessionEntity };

/** An active session ends after this time too. */
const SESSION_LIFETIME_MS = 24 * HOUR;
const USER_AGENT_MAX_LENGTH = 512;

export const sessionStore = {
  /** Starts a session, with the audit entry of the sign-in. It ends after a day or at `endsAt` (milliseconds), whichever is earlier. */
  async start(
    sessionId: string,
    UserKey: string,
    now: number,
    facts?: SignInFacts,
    {
      endsAt = Infinity,
      audit = [],
      enteredBy,
    }: { endsAt?: number | undefined; audit?: AuditItem | []; enteredBy?: Person | undefined } = {},
  ): Promise<void> {
    const session = {
      ...(facts && { ...facts, userAgent: facts.userAgent.slice(0, USER_AGENT_MAX_LENGTH) }),
      sessionId,
      UserKey,
      asUserKey: UserKey,
      ...(enteredBy && { enteredBy }),
      lastActiveAt: now,
      startedAt: instant(now),
      expiresAt: expiryOf(Math.min(now + SESSION_LIFETIME_MS, endsAt)),
    };
    await change({ entities, audit, refused: { changed: 'The session exists already' } }, (to) => [
      to.session.create(session).commit(),
    ]);
  },

  async get(sessionId: string): Promise<Session | undefined> {
    const { data } = await SessionEntity.get({ sessionId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Stores that the user was active. A session that has ended stays ended. */
  async touch(sessionId: string, now: number): Promise<void> {
    await tryWrite(SessionEntity.patch({ sessionId }).set({ lastActiveAt: now }).go());
  },

  /**
   * Replaces the session by `next`, which differs only by its id and access. Another instance can still have the old session in its
   * cache. UNAUTHENTICATED if the session has ended already. `about` is the user whose access is taken on.
   */
  exchange: (by: By, was: Session, next: Session, audit: AuditItem, about?: UserRecord): Promise<void> =>
    change(
      { entities, by, about, audit, refused: { changed: new AppError('UNAUTHENTICATED', 'Please sign in') } },
      (to) => [to.session.remove({ sessionId: was.sessionId }).commit(), to.session.create(next).commit()],
    ),

  async end(sessionId: string): Promise<void> {
    await SessionEntity.delete({ sessionId }).go();
  },

  /** Ends the session with an audit entry. */
  async endWith(sessionId: string, audit: AuditItem): Promise<void> {
    // A session that has ended already needs no second entry.
    await tryChange({ entities, audit }, (to) => [to.session.remove({ sessionId }).commit()]);
  },

  /** The newest hundred sessions of the user, newest first. Some may have expired. */
  async ofUser(UserKey: string): Promise<Session[]> {
    const { data } = await SessionEntity.query.byUser({ UserKey }).go({ limit: 100, order: 'desc' });
    return data;
  },

  /** Ends every session of the user: after a password change, when the user is disabled, on 'sign out everywhere'. */
  async endAllOf(UserKey: string): Promise<void> {
    const { data } = await SessionEntity.query.byUser({ UserKey }).go({ pages: 'all' });
    await deleteAll(
      SessionEntity,
      data.map(({ sessionId }) => ({ sessionId })),
    );
  },
};
