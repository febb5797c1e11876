import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '#core/auth/sign-in-method.ts';
import type { RequestFacts } from '#core/contract.ts';
import { instant } from '#core/time.ts';
import { sessionStore } from '#data/sessions.ts';
import { type StoredUser, userStore } from '#data/users.ts';
import { issueToken } from './session-token.ts';

/** Begins a session for a user who has proven by `method` who they are, and answers its token. `now` in milliseconds, as is `endsAt`, by which it ends. */
export async function openSession(
  user: Pick<StoredUser, 'UserKey'>,
  method: SignInMethod,
  { sourceIp, userAgent }: Pick<RequestFacts, 'sourceIp' | 'userAgent'>,
  now: number,
  endsAt?: number,
): Promise<{ token: string }> {
  const sessionId = randomUUID();
  await sessionStore.start(sessionId, user.UserKey, now, { method, sourceIp, userAgent }, endsAt);
  await userStore.recordSignIn(user.UserKey, instant(now));
  return { token: await issueToken({ sessionId, userKey: user.UserKey }, now) };
}
