import type { RequestFacts } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { passwordStore } from '#data/users/passwords.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { openSession } from '#platform/session/open-session.ts';
import { confirmedAccount, isOwnPassword, ownAccountWithPassword } from '#platform/session/own-account.ts';
import { hashPassword } from '#platform/session/password.ts';
import { forgetSession } from '#platform/session/sign-in.ts';

/** Checks the password of the signed-in user. */
export async function checkOldPassword(scope: Scope, value: string, now: number): Promise<{ valid: boolean }> {
  return { valid: await isOwnPassword(await ownAccountWithPassword(scope), value, now) };
}

const SAME = 'The new password is the old one';

/** Changes the password, ends every session of the user and starts a new one for the caller. */
export async function changePassword(
  scope: Scope,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  request: RequestFacts,
  now: number,
): Promise<{ token: string }> {
  const user = await confirmedAccount(scope, oldPassword, now, 'oldPassword');
  if (newPassword === oldPassword) throw new AppError('INVALID', SAME, [{ path: 'newPassword', message: SAME }]);
  await passwordStore.change(scope, user, await hashPassword(newPassword), now);
  forgetSession(scope.sessionId);
  await mailUser(
    user,
    'Your Watchkeep password was changed',
    'Your password was changed, and every other session was signed out.',
  );
  // The new session must start after `signedOutAt`.
  return openSession({ ...user, signedOutAt: now }, 'password', request, now + 1, { audit: [] });
}
