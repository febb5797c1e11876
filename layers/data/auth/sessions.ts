import { Entity, type EntityItem } from 'electrodb';
import { SIGN_IN_METHODS, type SignInMethod } from '#core/auth/sign-in-method.ts';
import { AppError } from '#core/errors.ts';
import { HOUR, instant } from '#core/time.ts';
import type { AuditItem } from '../audit/audit.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { deleteAll } from '../kit/batch.ts';
import { change, tryChange } from '../kit/change.ts';
import { unlessRefused } from '../kit/conditions.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** How and from where a session was begun. */
export interface SignInFacts {
  method: SignInMethod;
  sourceIp: string;
  userAgent: string;
  /** When their user had last ended all sessions, as it was read for the proof; 0 for never. */
  signedOutBefore: number;
}

/** A sign-in that has not ended. Deleting the item ends it wherever its token is used. */
export const SessionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'session', version: '1' },
    attributes: {
      sessionId: requiredText,
      UserKey: requiredText,
      /** Whose access the session uses; the user's own unless access was taken on. */
      asUserKey: requiredText,
      /** Until when access is taken on, in milliseconds; absent where it is the user's own. */
      asUntil: number,
      /** The dealer that the session is shown as, while it uses the access of the user named; absent where it is the user's own. */
      shown: {
        type: 'map',
        properties: { UserKey: requiredText, DealerKey: requiredNumber },
      },
      lastActiveAt: requiredNumber,
      startedAt: requiredText,
      /** How its user proved who they are, and from where: what tells them their own sessions apart. */
      method: { type: SIGN_IN_METHODS },
      userAgent: text,
      sourceIp: text,
      /** Milliseconds. All sessions that were ended later than that include this one, whenever it came to be written. */
      signedOutBefore: number,
      expiresAt: requiredNumber,
    },
    indexes: {
      session: primary(['sessionId'], []),
      byUser: secondary('gsi1', ['UserKey'], ['startedAt']),
    },
  },
  at,
);
export type StoredSession = EntityItem<typeof SessionEntity>;
const entities = { session: SessionEntity };

/** No session outlives this, however busy its user. */
const LONGEST = 24 * HOUR;
const LONGEST_USER_AGENT = 512;

export const sessionStore = {
  /** Begins a session, which ends after a day or at `endsAt` (milliseconds), whichever is earlier. */
  async start(sessionId: string, UserKey: string, now: number, facts?: SignInFacts, endsAt = Infinity): Promise<void> {
    await SessionEntity.create({
      ...(facts && { ...facts, userAgent: facts.userAgent.slice(0, LONGEST_USER_AGENT) }),
      sessionId,
      UserKey,
      asUserKey: UserKey,
      lastActiveAt: now,
      startedAt: instant(now),
      expiresAt: Math.floor(Math.min(now + LONGEST, endsAt) / 1000),
    }).go();
  },

  async get(sessionId: string): Promise<StoredSession | undefined> {
    const { data } = await SessionEntity.get({ sessionId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Notes that the user did something; a session that has ended stays ended. */
  async touch(sessionId: string, now: number): Promise<void> {
    await unlessRefused(SessionEntity.patch({ sessionId }).set({ lastActiveAt: now }).go());
  },

  /**
   * Ends the session and goes on with `next`, which is in all else the same: an instance that still believes the old one is told
   * nothing of the new one. UNAUTHENTICATED where it has ended already.
   */
  exchange: (was: StoredSession, next: StoredSession, audit: AuditItem): Promise<void> =>
    change({ entities, audit, refused: { changed: new AppError('UNAUTHENTICATED', 'Please sign in') } }, (to) => [
      to.session.remove({ sessionId: was.sessionId }).commit(),
      to.session.create(next).commit(),
    ]),

  async end(sessionId: string): Promise<void> {
    await SessionEntity.delete({ sessionId }).go();
  },

  /** Ends the session and says so in the audit. */
  async endWith(sessionId: string, audit: AuditItem): Promise<void> {
    // A session that has ended already needs no second entry.
    await tryChange({ entities, audit }, (to) => [to.session.remove({ sessionId }).commit()]);
  },

  /** The newest hundred sessions of the user, the newest first; some may be over. */
  async ofUser(UserKey: string): Promise<StoredSession[]> {
    const { data } = await SessionEntity.query.byUser({ UserKey }).go({ limit: 100, order: 'desc' });
    return data;
  },

  /** Ends every session of the user: after a password change, when it is disabled, on 'sign out everywhere'. */
  async endAllOf(UserKey: string): Promise<void> {
    const { data } = await SessionEntity.query.byUser({ UserKey }).go({ pages: 'all' });
    await deleteAll(
      SessionEntity,
      data.map(({ sessionId }) => ({ sessionId })),
    );
  },
};
