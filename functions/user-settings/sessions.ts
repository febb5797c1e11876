import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { OwnSession } from '#core/user-settings/own-session.ts';
import { type StoredSession, sessionStore } from '#data/auth/sessions.ts';
import { ownAccount } from '#platform/session/own-account.ts';
import { forgetSession, runningOf } from '#platform/session/sign-in.ts';

const shown = (session: StoredSession, current: string): OwnSession => ({
  sessionId: session.sessionId,
  startedAt: session.startedAt,
  lastActiveAt: instant(session.lastActiveAt),
  isCurrent: session.sessionId === current,
  ...(session.method && { method: session.method }),
  ...(session.userAgent && { userAgent: session.userAgent }),
  ...(session.sourceIp && { sourceIp: session.sourceIp }),
});

/** The running sessions of the signed-in user, newest first. */
export async function ownSessions(scope: Scope, now: number): Promise<OwnSession[]> {
  const user = await ownAccount(scope);
  const sessions = await sessionStore.ofUser(user.UserKey);
  return runningOf(user, sessions, now).map((session) => shown(session, scope.sessionId));
}

/** Ends one of the user's own sessions. Ignores one that has ended or is not theirs: the answer is the same. */
export async function endOwnSession(scope: Scope, sessionId: string): Promise<void> {
  const { UserKey } = await ownAccount(scope);
  const session = await sessionStore.get(sessionId);
  if (session?.UserKey !== UserKey) return;
  await sessionStore.end(sessionId);
  forgetSession(sessionId);
}
