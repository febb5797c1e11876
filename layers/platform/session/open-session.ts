import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '#core/auth/sign-in-method.ts';
import type { RequestFacts } from '#core/contract.ts';
import { DEALER_CLOSED } from '#core/dealers/closing.ts';
import { AppError } from '#core/errors.ts';
import type { Person } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { type AuditItem, auditEntry } from '#data/audit/audit.ts';
import { knownPlaceStore } from '#data/auth/known-places.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { ownActor } from '#data/users/user-changes.ts';
import { userObject, userStore } from '#data/users/users.ts';
import { addressSubject } from '../http/address-subject.ts';
import { issueToken } from './session-token.ts';

/**
 * Starts a session for a user who has signed in by `method`, and returns its token. `user` is as it was read for the sign-in, so a
 * later change that ends all sessions, such as a new password, ends this one too. UNAUTHENTICATED if the user's dealer is closed. `now` and `endsAt` are in milliseconds.
 * `enteredBy`: who issued the link of a sign-in by link, if not the user. `audit`: the entry of the sign-in, if the usual one says too little; `[]` if the caller has written one.
 */
export async function openSession(
  user: UserRecord,
  method: SignInMethod,
  { sourceIp, userAgent }: Pick<RequestFacts, 'sourceIp' | 'userAgent'>,
  now: number,
  {
    endsAt,
    audit,
    enteredBy,
  }: { endsAt?: number | undefined; audit?: AuditItem | []; enteredBy?: Person | undefined } = {},
): Promise<{ token: string }> {
  const { UserKey, dealerPath, signedOutAt: signedOutBefore = 0 } = user;
  if (await closedDealerStore.isClosed(dealerPath, now, { consistent: true }))
    throw new AppError('UNAUTHENTICATED', DEALER_CLOSED);
  const sessionId = randomUUID();
  const signedIn = { ...userObject(user), action: 'sign in' as const, after: { method, sourceIp } };
  const entry = audit ?? auditEntry(ownActor(user), signedIn, now);
  const facts = { method, sourceIp, userAgent, signedOutBefore };
  await sessionStore.start(sessionId, UserKey, now, facts, { endsAt, audit: entry, enteredBy });
  await userStore.recordSignIn(UserKey, instant(now));
  await knownPlaceStore.remember(UserKey, addressSubject(sourceIp), now);
  return { token: await issueToken({ sessionId, userKey: UserKey }, now) };
}
