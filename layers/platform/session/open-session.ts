import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '#core/auth/sign-in-method.ts';
import type { RequestFacts } from '#core/contract.ts';
import { instant } from '#core/time.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { type StoredUser, userStore } from '#data/users/users.ts';
import { issueToken } from './session-token.ts';

/**
 * Begins a session for a user who has proven by `method` who they are, and answers its token. The user is as it was read for that proof: what
 * ends all sessions later, such as another password, ends this one too. `now` in milliseconds, as is `endsAt`, by which it ends.
 */
export async function openSession(
  { UserKey, signedOutAt: signedOutBefore = 0 }: Pick<StoredUser, 'UserKey' | 'signedOutAt'>,
  method: SignInMethod,
  { sourceIp, userAgent }: Pick<RequestFacts, 'sourceIp' | 'userAgent'>,
  now: number,
  endsAt?: number,
): Promise<{ token: string }> {
  const sessionId = randomUUID();
  await sessionStore.start(sessionId, UserKey, now, { method, sourceIp, userAgent, signedOutBefore }, endsAt);
  await userStore.recordSignIn(UserKey, instant(now));
  return { token: await issueToken({ sessionId, userKey: UserKey }, now) };
}
