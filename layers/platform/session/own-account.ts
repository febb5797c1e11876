import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { OWN_PASSWORD_LIMIT, TOO_MANY_PASSWORDS, WRONG_PASSWORD } from '#core/user-settings/own-password.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { passwordStore, type UserWithPassword } from '#data/users/passwords.ts';
import { userStore } from '#data/users/users.ts';
import { passwordMatches } from './password.ts';

/** The signed-in user. FORBIDDEN while they use another user's access, whose account they must not change. */
export const ownAccount = (scope: Scope) => readOwn(scope, userStore.byKey);

/** The signed-in user as `ownAccount` returns it, with the password hash. */
export const ownAccountWithPassword = (scope: Scope) => readOwn(scope, passwordStore.byKey);

async function readOwn<User>(scope: Scope, read: (UserKey: string) => Promise<User | undefined>): Promise<User> {
  if (scope.actor.userKey !== scope.userKey)
    throw new AppError('FORBIDDEN', 'Not while you use the access of somebody else');
  const user = await read(scope.userKey);
  if (!user) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return user;
}

/** True if it is the user's password. TOO_MANY after too many wrong ones, so that nobody can guess it in an open session. */
export async function isOwnPassword(user: UserWithPassword, password: string, now: number): Promise<boolean> {
  if (!(await attemptStore.count(OWN_PASSWORD_LIMIT, user.UserKey, now)))
    throw new AppError('TOO_MANY', TOO_MANY_PASSWORDS);
  const matches = await passwordMatches(password, user.passwordHash);
  if (matches) await attemptStore.forget(OWN_PASSWORD_LIMIT, user.UserKey, now);
  return matches;
}

/** The signed-in user, who has repeated their password in the input's `field`. INVALID if it is wrong. */
export async function confirmedAccount(
  scope: Scope,
  password: string,
  now: number,
  field = 'password',
): Promise<UserWithPassword> {
  const user = await ownAccountWithPassword(scope);
  if (!(await isOwnPassword(user, password, now)))
    throw new AppError('INVALID', WRONG_PASSWORD, [{ path: field, message: WRONG_PASSWORD }]);
  return user;
}
