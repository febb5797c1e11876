import type { RequestFacts } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { ownAccountStore } from '#data/user-settings/own-account.ts';
import { openSession } from '#platform/session/open-session.ts';
import { confirmedAccount, isOwnPassword, ownAccount } from '#platform/session/own-account.ts';
import { hashPassword } from '#platform/session/password.ts';
import { forgetSession } from '#platform/session/sign-in.ts';
import { tellUser } from '#platform/session/tell-user.ts';

/** Whether it is the password of the signed-in user. */
export async function checkOldPassword(scope: Scope, value: string, now: number): Promise<{ valid: boolean }> {
  return { valid: await isOwnPassword(await ownAccount(scope), value, now) };
}

const SAME = 'The new password is the old one';

/** Changes the password and ends every session of the user. Whoever changed it goes on in a new one. */
export async function changePassword(
  scope: Scope,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  request: RequestFacts,
  now: number,
): Promise<{ token: string }> {
  const user = await confirmedAccount(scope, oldPassword, now, 'oldPassword');
  if (newPassword === oldPassword) throw new AppError('INVALID', SAME, [{ path: 'newPassword', message: SAME }]);
  await ownAccountStore.changePassword(scope, user, await hashPassword(newPassword), now);
  forgetSession(scope.sessionId);
  await tellUser(
    user.UserEmail,
    'Your Watchkeep password was changed',
    'Your password was changed, and every other session was signed out.',
  );
  // Later than the moment by which all sessions have ended.
  return openSession({ ...user, signedOutAt: now }, 'password', request, now + 1);
}
