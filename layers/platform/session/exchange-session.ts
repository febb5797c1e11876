import { randomUUID } from 'node:crypto';
import type { Session } from '#core/auth/session.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import type { AuditItem } from '#data/audit/audit.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { issueToken } from './session-token.ts';
import { forgetSession } from './sign-in.ts';

/**
 * Replaces the caller's session by one with `change` applied, and returns its token. The old token ends, so no instance acts on
 * a cached copy of the old session. `about` is the user whose access is taken on. `now` in milliseconds.
 */
export async function exchangeSession(
  scope: Scope,
  change: (session: Session) => Session,
  entry: AuditItem,
  now: number,
  about?: UserRecord,
): Promise<{ token: string }> {
  const { sessionId } = scope;
  const was = await sessionStore.get(sessionId);
  if (!was) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const next = { ...change(was), sessionId: randomUUID(), lastActiveAt: now };
  await sessionStore.exchange(scope, was, next, entry, about);
  forgetSession(sessionId);
  return { token: await issueToken({ sessionId: next.sessionId, userKey: next.UserKey }, now) };
}
