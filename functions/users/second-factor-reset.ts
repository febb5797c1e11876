import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { NO_SECOND_FACTOR, SECOND_FACTOR_RESET_LIMIT } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { secondFactorResetStore } from '#data/second-factor/second-factor-resets.ts';
import { mailUser } from '#platform/session/mail-user.ts';

/** Resets the second factor of a user who has lost it. The password is enough until they set it up again. */
export async function resetSecondFactor(scope: Scope, user: UserRecord, now: number): Promise<void> {
  if (!(await attemptStore.count(SECOND_FACTOR_RESET_LIMIT, user.UserKey, now)))
    throw new AppError(
      'TOO_MANY',
      'The two-step sign-in of this user was reset several times. Please try again later.',
    );
  if (!(await secondFactorResetStore.reset(scope, user, now))) throw new AppError('CONFLICT', NO_SECOND_FACTOR);
  await mailUser(
    user,
    'Your two-step sign-in was reset',
    [
      `An administrator has turned off the two-step sign-in of ${user.UserName} at Watchkeep and removed its passkeys.`,
      'Until you set them up again in your settings, your password is enough to sign in. You were signed out everywhere.',
    ].join('\n\n'),
  );
}
