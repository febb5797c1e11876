import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { ACT_AS_MAX_MS } from '#core/users/acting.ts';
import { auditEntry } from '#data/audit/audit.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { managedUserStore } from '#data/users/managed-users.ts';
import { userObject, userStore } from '#data/users/users.ts';
import { exchangeSession } from '#platform/session/exchange-session.ts';
import { whyNotTakeOn } from '#platform/session/rights-now.ts';
import { issueToken } from '#platform/session/session-token.ts';

/** Takes on the access of another user for a limited time. The session gets a new token. */
export async function setAccessAs(
  scope: Scope,
  { userKeyAs, currentUserKey = scope.userKey }: { userKeyAs: string; currentUserKey?: string | undefined },
  now: number,
) {
  if (scope.actor.userKey !== scope.userKey)
    throw new AppError('CONFLICT', `You have taken on the access of ${scope.userName}. Give it back first.`);
  if (currentUserKey !== scope.userKey)
    throw new AppError('CONFLICT', 'You are now signed in as another user. Please reload the page.');
  const [actor, other] = await Promise.all([userStore.byKey(scope.userKey), managedUserStore.get(scope, userKeyAs)]);
  const reason = actor && (await whyNotTakeOn(actor, other, now, { consistent: true }));
  if (reason) throw new AppError('FORBIDDEN', reason);
  const asUntil = now + ACT_AS_MAX_MS;
  const entry = auditEntry(
    scope,
    { ...userObject(other), action: 'take on access', after: { until: instant(asUntil) } },
    now,
  );
  return exchangeSession(
    scope,
    ({ asUserKey: _was, ...session }) => ({ ...session, asUserKey: other.UserKey, asUntil }),
    entry,
    now,
    other,
  );
}

/** Gives the access of another user back. The session gets a new token and its own user again. */
export async function endAccessAs(scope: Scope, now: number) {
  const session = await sessionStore.get(scope.sessionId);
  if (!session) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const { UserKey, asUserKey } = session;
  if (asUserKey === UserKey) return { token: await issueToken({ sessionId: scope.sessionId, userKey: UserKey }, now) };
  const other = await userStore.byKey(asUserKey);
  const object = other
    ? userObject(other)
    : { objectKind: 'user' as const, objectId: asUserKey, objectName: 'a deleted user', dealerKey: scope.dealerKey };
  const entry = auditEntry(scope, { ...object, action: 'give back access' }, now);
  return exchangeSession(scope, ({ asUntil: _until, ...own }) => ({ ...own, asUserKey: UserKey }), entry, now);
}
