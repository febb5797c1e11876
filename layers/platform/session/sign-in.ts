import type { Session } from '#core/auth/session.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { maySame } from '#data/kit/grounds.ts';
import { userStore } from '#data/users/users.ts';
import { rightsNow } from './rights-now.ts';
import { isOver, runs, wasSignedOut } from './session-end.ts';
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

interface HowToRead {
  /** Also if the access that the session took on has ended. */
  afterAccessAs?: boolean | undefined;
  /** As it is now: not from the cache of this instance, and the latest state of the table. */
  fresh?: boolean | undefined;
  /** For a call that changes something: from the cache of this instance only if the users that it rests on are still the same. */
  changes?: boolean | undefined;
}

/**
 * On whose behalf the bearer of the token acts; undefined without a token. UNAUTHENTICATED where the session is over, or, unless
 * `afterAccessAs`, where the access that it took on has ended.
 */
export async function scopeOf(
  authorization: string | undefined,
  now: number,
  how: HowToRead = {},
): Promise<Scope | undefined> {
  if (authorization === undefined) return undefined;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1];
  const sessionId = token && (await verifyToken(token));
  if (!sessionId) throw ended();
  return scopeOfSession(sessionId, now, how);
}

/** The scope of a running session. UNAUTHENTICATED where it is over, or (unless `afterAccessAs`) its taken-on access is. */
export async function scopeOfSession(
  sessionId: string,
  now: number,
  { afterAccessAs = false, fresh = false, changes = false }: HowToRead = {},
): Promise<Scope> {
  const cached = fresh ? undefined : known.get(sessionId, now);
  // One that seems over is read anew: its user may have been active at another instance meanwhile.
  if (cached && !isOver(cached.session, now) && (!changes || (await stillHolds(cached.scope)))) return cached.scope;
  known.delete(sessionId);
  const session = await sessionStore.get(sessionId);
  if (!session) throw ended();
  const read = await rightsNow(session, now, { consistent: fresh || changes });
  if (!read || wasSignedOut(session, read.actor)) throw ended();
  const { rights, hasLapsed, grounds } = read;
  // What was meant for the other's narrower access must not be done with the taker's own, unnoticed.
  if (hasLapsed && !afterAccessAs) throw ended();
  const found = { session, scope: { sessionId, ...rights, grounds } };
  if (isOver(found.session, now)) throw ended();
  if (hasLapsed) return found.scope;
  known.set(sessionId, found, Math.min(now + SESSION_CACHE_MS, endOfAccess(session)));
  return found.scope;
}

/** True if the users that the scope was read from may do the same as then, by the latest state of the table. */
async function stillHolds({ grounds }: Scope): Promise<boolean> {
  const now = await Promise.all(grounds.users.map(({ UserKey }) => userStore.byKey(UserKey, true)));
  return grounds.users.every((was, index) => maySame(was, now[index]));
}

/** Which of a user's sessions still run. */
export const runningOf = (user: UserRecord, sessions: readonly Session[], now: number): Session[] =>
  sessions.filter((session) => runs(session, user, now));

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

/** When access that was taken on ends. Own access has no end. */
const endOfAccess = ({ UserKey, asUserKey, asUntil = 0 }: Session) => (asUserKey === UserKey ? Infinity : asUntil);
