import { randomUUID } from 'node:crypto';
import { LOGIN_LIMITS, TOO_MANY_LOGINS, WRONG_CREDENTIALS } from '#core/auth/sign-in-limits.ts';
import { AppError } from '#core/errors.ts';
import { instant } from '#core/time.ts';
import { attemptStore } from '#data/attempts.ts';
import { sessionStore } from '#data/sessions.ts';
import { isEnabled, userStore } from '#data/users.ts';
import { passwordMatches } from '#platform/password.ts';
import { issueToken } from '#platform/session-token.ts';

/** Signs in with a password. An unknown name, a wrong password and a disabled user look and last alike. */
export async function login({ userName, password }: { userName: string; password: string }, sourceIp: string) {
  const now = Date.now();
  const account = userName.toLowerCase();
  // An address that has used up its tries does not use up those of other people's accounts.
  const allowed =
    (await attemptStore.count(LOGIN_LIMITS.address, sourceIp, now)) &&
    (await attemptStore.count(LOGIN_LIMITS.account, account, now));
  if (!allowed) throw new AppError('FORBIDDEN', TOO_MANY_LOGINS);

  const user = await userStore.byName(account);
  const matches = await passwordMatches(password, user?.passwordHash);
  if (!user || !matches || !isEnabled(user)) throw new AppError('UNAUTHENTICATED', WRONG_CREDENTIALS);

  const sessionId = randomUUID();
  await sessionStore.start(sessionId, user.UserKey, now);
  await Promise.all([
    userStore.recordSignIn(user.UserKey, instant(now)),
    attemptStore.forget(LOGIN_LIMITS.account, account, now),
    attemptStore.takeBack(LOGIN_LIMITS.address, sourceIp, now),
  ]);
  return { token: await issueToken({ sessionId, userKey: user.UserKey }, now) };
}
