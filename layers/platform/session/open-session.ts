import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '#core/auth/sign-in-method.ts';
import type { RequestFacts } from '#core/contract.ts';
import { DEALER_CLOSED } from '#core/dealers/closing.ts';
import { AppError } from '#core/errors.ts';
import { instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { knownPlaceStore } from '#data/auth/known-places.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { userStore } from '#data/users/users.ts';
import { addressSubject } from '../http/address-subject.ts';
import { issueToken } from './session-token.ts';

/**
 * Starts a session for a user who has signed in by `method`, and returns its token. `user` is as it was read for the sign-in, so a
 * later change that ends all sessions, such as a new password, ends this one too. UNAUTHENTICATED if the user's dealer is closed. `now` and `endsAt` are in milliseconds.
 */
export async function openSession(
  { UserKey, dealerPath, signedOutAt: signedOutBefore = 0 }: Pick<UserRecord, 'UserKey' | 'dealerPath' | 'signedOutAt'>,
  method: SignInMethod,
  { sourceIp, userAgent }: Pick<RequestFacts, 'sourceIp' | 'userAgent'>,
  now: number,
  endsAt?: number,
): Promise<{ token: string }> {
  if (await closedDealerStore.isClosed(dealerPath, now, { consistent: true }))
    throw new AppError('UNAUTHENTICATED', DEALER_CLOSED);
  const sessionId = randomUUID();
  await sessionStore.start(sessionId, UserKey, now, { method, sourceIp, userAgent, signedOutBefore }, endsAt);
  await userStore.recordSignIn(UserKey, instant(now));
  await knownPlaceStore.remember(UserKey, addressSubject(sourceIp), now);
  return { token: await issueToken({ sessionId, userKey: UserKey }, now) };
}
