import { SIGN_OUT_AFTER } from '#core/auth/idle.ts';
import type { Session } from '#core/auth/session.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { sharedFlags } from '#core/users/access-rules.ts';
import { whyNotActAs } from '#core/users/acting.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { actingOf, holderOf, isEnabled, userStore } from '#data/users/users.ts';
import { verifyToken } from './session-token.ts';

/** How long an instance keeps what it read of a session: revoking one takes effect within this time. */
const SESSION_CACHE_MS = 30 * SECOND;
/** Activity is written down at most this often. */
const TOUCH_EVERY = MINUTE;

interface Known {
  session: Session;
  scope: Scope;
}
const known = new TtlCache<Known>();

const ended = () => new AppError('UNAUTHENTICATED', 'Please sign in');

/**
 * On whose behalf the bearer of the token acts; undefined without a token. UNAUTHENTICATED where the session is over, or, unless
 * `afterAccessAs`, where the access that it took on has ended.
 */
export async function scopeOf(
  authorization: string | undefined,
  now: number,
  afterAccessAs = false,
): Promise<Scope | undefined> {
  if (authorization === undefined) return undefined;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1];
  const sessionId = token && (await verifyToken(token));
  if (!sessionId) throw ended();
  return scopeOfSession(sessionId, now, afterAccessAs);
}

/** The scope of a running session. UNAUTHENTICATED where it is over, or (unless `afterAccessAs`) its taken-on access is. */
export async function scopeOfSession(sessionId: string, now: number, afterAccessAs = false): Promise<Scope> {
  const cached = known.get(sessionId, now);
  // One that seems over is read anew: its user may have been active at another instance meanwhile.
  if (cached && !isOver(cached.session, now)) return cached.scope;
  known.delete(sessionId);
  const session = await sessionStore.get(sessionId);
  if (!session) throw ended();
  const actor = await userStore.byKey(session.UserKey);
  if (!actor || !isEnabled(actor)) throw ended();
  if (wasSignedOut(session, actor)) throw ended();
  const taken = await takenBy(actor, session, now);
  // What was meant for the other's narrower access must not be done with the taker's own, unnoticed.
  const hasLapsed = session.asUserKey !== actor.UserKey && !taken;
  if (hasLapsed && !afterAccessAs) throw ended();
  const shown = await shownDealer(session, taken ?? actor);
  const fresh = {
    session,
    scope: taken ? scopeAs(session, actor, taken, shown) : ownScope(session, actor, shown),
  };
  if (isOver(fresh.session, now)) throw ended();
  if (hasLapsed) return fresh.scope;
  known.set(sessionId, fresh, Math.min(now + SESSION_CACHE_MS, taken ? session.asUntil! : Infinity));
  return fresh.scope;
}

/** Which of a user's sessions still run. */
export const runningOf = (user: UserRecord, sessions: readonly Session[], now: number): Session[] =>
  sessions.filter((session) => !isOver(session, now) && !wasSignedOut(session, user));

/** Whether the session still runs. */
export async function isRunning(sessionId: string, now: number): Promise<boolean> {
  try {
    await scopeOfSession(sessionId, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Notes that a person did something in the session. */
export async function noteActivity({ sessionId }: Scope, now: number): Promise<void> {
  const cached = known.get(sessionId, now);
  if (cached && now - cached.session.lastActiveAt < TOUCH_EVERY) return;
  if (cached) cached.session = { ...cached.session, lastActiveAt: now };
  await sessionStore.touch(sessionId, now);
}

/** Makes this instance read the session anew. */
export const forgetSession = (sessionId: string) => known.delete(sessionId);

/** The user whose access the actor has taken on, as long as that lasts and is allowed; undefined where it is their own. */
async function takenBy(actor: UserRecord, { asUserKey, asUntil = 0 }: Session, now: number) {
  if (asUserKey === actor.UserKey || asUntil <= now) return undefined;
  const other = await userStore.byKey(asUserKey);
  return other && whyNotActAs(actingOf(actor), actingOf(other)) === undefined ? other : undefined;
}

/** The dealer that the session is shown as. One that is gone, or no longer below the user's own, ends the session. */
async function shownDealer({ shown }: Session, user: UserRecord): Promise<Scope['home']> {
  const own = { dealerKey: user.DealerKey, dealerPath: user.dealerPath };
  if (shown?.UserKey !== user.UserKey || shown.DealerKey === own.dealerKey) return own;
  const dealer = await dealerStore.byKey(shown.DealerKey);
  if (!dealer || !covers(own, dealer.dealerPath)) throw ended();
  return { dealerKey: dealer.DealerKey, dealerPath: dealer.dealerPath };
}

const wasSignedOut = ({ startedAt, signedOutBefore }: Session, { signedOutAt = 0 }: UserRecord) =>
  Date.parse(startedAt) <= signedOutAt || signedOutAt > (signedOutBefore ?? signedOutAt);

const isOver = (session: Session, now: number) =>
  now - session.lastActiveAt > SIGN_OUT_AFTER || now >= session.expiresAt * 1000;

const ownScope = ({ sessionId }: Session, user: UserRecord, shown: Scope['home']): Scope => ({
  sessionId,
  userKey: user.UserKey,
  userName: user.UserName,
  ...shown,
  home: { dealerKey: user.DealerKey, dealerPath: user.dealerPath },
  actor: { userKey: user.UserKey, userName: user.UserName },
  ...holderOf(user),
});

/** The other's scope, with no flag that the actor lacks. */
const scopeAs = (session: Session, actor: UserRecord, other: UserRecord, shown: Scope['home']): Scope => ({
  ...ownScope(session, other, shown),
  flags: sharedFlags(holderOf(actor).flags, holderOf(other).flags),
  actor: { userKey: actor.UserKey, userName: actor.UserName, until: instant(session.asUntil!) },
});
