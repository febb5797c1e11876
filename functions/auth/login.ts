import { LOGIN_LIMITS, TOO_MANY_LOGINS, WRONG_CREDENTIALS } from '#core/auth/sign-in-limits.ts';
import type { RequestFacts } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { passwordStore } from '#data/users/passwords.ts';
import { isEnabled } from '#data/users/users.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { accountSubject } from '#platform/session/account-subject.ts';
import { openSession } from '#platform/session/open-session.ts';
import { passwordMatches } from '#platform/session/password.ts';
import { askSecondFactor } from '#platform/session/second-factor.ts';

const tooMany = () => new AppError('FORBIDDEN', TOO_MANY_LOGINS);

/** Signs in with a password. The answer and its time are the same for an unknown name, a wrong password and a disabled user. */
export async function login({ userName, password }: { userName: string; password: string }, request: RequestFacts) {
  const address = addressSubject(request.sourceIp);
  const now = Date.now();
  const account = userName.toLowerCase();
  // The IP address is counted first, so a blocked one cannot use up the tries of accounts.
  if (!(await attemptStore.count(LOGIN_LIMITS.address, address, now))) throw tooMany();

  const user = await passwordStore.byName(account);
  const here = `${account} ${address}`;
  // An unknown name takes the same reads.
  const subject = await accountSubject(account, user?.UserKey ?? account, request.sourceIp, now);
  const allowed =
    (await attemptStore.count(LOGIN_LIMITS.accountAtAddress, here, now)) &&
    (await attemptStore.count(LOGIN_LIMITS.account, subject, now));
  if (!allowed) throw tooMany();

  const matches = await passwordMatches(password, user?.passwordHash);
  if (!user || !matches || !isEnabled(user)) throw new AppError('UNAUTHENTICATED', WRONG_CREDENTIALS);

  await Promise.all([
    attemptStore.forget(LOGIN_LIMITS.accountAtAddress, here, now),
    attemptStore.undoCount(LOGIN_LIMITS.account, subject, now),
    attemptStore.undoCount(LOGIN_LIMITS.address, address, now),
  ]);
  return (await askSecondFactor(user, request, now)) ?? openSession(user, 'password', request, now);
}
