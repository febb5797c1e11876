import { randomUUID } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import type { AuditItem } from '#data/audit/audit.ts';
import { type StoredSession, sessionStore } from '#data/auth/sessions.ts';
import { issueToken } from './session-token.ts';
import { forgetSession } from './sign-in.ts';

/**
 * Goes on with a new session that differs from the caller's by what `change` makes of it, and answers its token. The old token
 * ends: no instance that remembers the old session acts as it was. `now` in milliseconds.
 */
export async function exchangeSession(
  sessionId: string,
  change: (session: StoredSession) => StoredSession,
  entry: AuditItem,
  now: number,
): Promise<{ token: string }> {
  const was = await sessionStore.get(sessionId);
  if (!was) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const next = { ...change(was), sessionId: randomUUID(), lastActiveAt: now };
  await sessionStore.exchange(was, next, entry);
  forgetSession(sessionId);
  return { token: await issueToken({ sessionId: next.sessionId, userKey: next.UserKey }, now) };
}
