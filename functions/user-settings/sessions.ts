import type { Scope } from '#core/scope.ts';
import type { OwnSession } from '#core/user-settings/own-session.ts';
import { auditEntry } from '#data/audit/audit.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { shownSession } from '#data/auth/shown.ts';
import { shownRows } from '#data/kit/shown-rows.ts';
import { userChange } from '#data/users/user-changes.ts';
import { ownAccount } from '#platform/session/own-account.ts';
import { forgetSession, runningOf } from '#platform/session/sign-in.ts';

/** The running sessions of the signed-in user, newest first. */
export async function ownSessions(scope: Scope, now: number): Promise<OwnSession[]> {
  const user = await ownAccount(scope);
  const sessions = await sessionStore.ofUser(user.UserKey);
  return shownRows(runningOf(user, sessions, now), (session) => shownSession(session, scope.sessionId));
}

/** Ends one of the user's own sessions. Ignores one that has ended or is not theirs: the answer is the same. */
export async function endOwnSession(scope: Scope, sessionId: string, now: number): Promise<void> {
  const { UserKey } = await ownAccount(scope);
  const session = await sessionStore.get(sessionId);
  if (session?.UserKey !== UserKey) return;
  const { startedAt, sourceIp } = session;
  const ended = userChange(scope, 'end own session', { before: { startedAt, sourceIp } });
  await sessionStore.endWith(sessionId, auditEntry(scope, ended, now));
  forgetSession(sessionId);
}
