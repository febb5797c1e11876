import { isEmailProven } from '#core/auth/email-claim.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { WRONG_PASSWORD } from '#core/user-settings/own-password.ts';
import {
  changesOf,
  NOTHING_TO_UPDATE,
  needsPassword,
  type OwnFields,
  PASSWORD_FOR_EMAIL,
} from '#core/user-settings/own-settings.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { shownSettings } from '#data/user-settings/shown.ts';
import type { UserWithPassword } from '#data/users/passwords.ts';
import { userEditStore } from '#data/users/user-edits.ts';
import { logger } from '#platform/aws/observability.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { changesName, countNameCheck } from '#platform/session/name-checks.ts';
import { isOwnPassword, ownAccountWithPassword } from '#platform/session/own-account.ts';
import { countEmailLink, sendEmailLink } from './email-link.ts';

/** Writes the differences. If the address changes, a mail informs the old one and a link to prove it goes to the new one. */
export async function saveSettings(
  scope: Scope,
  { password, ...wanted }: Partial<OwnFields> & { password?: string | undefined },
  now: number,
) {
  const user = await ownAccountWithPassword(scope);
  const changes = changesOf(user, wanted);
  if (Object.keys(changes).length === 0) return { user: shownSettings(user), message: NOTHING_TO_UPDATE };
  if (needsPassword(changes)) await requirePassword(user, password, now);
  const wantedUser = { ...user, ...changes };
  if (changesName(user.UserName, wantedUser.UserName)) await countNameCheck(scope, now);
  if (changes.UserEmail) await countEmailLink(user, changes.UserEmail, now);
  const next = await userEditStore.change(scope, user, wantedUser, 'change own settings', now);
  if (changes.UserEmail) await mailBothAddresses(user, next, now);
  return { user: shownSettings({ ...next, passwordHash: user.passwordHash }), message: 'Settings saved' };
}

async function mailBothAddresses(was: UserRecord, next: UserRecord, now: number): Promise<void> {
  await mailUser(
    was,
    'Your Watchkeep e-mail address was changed',
    // The new address can be any words. An address that nobody has proven does not get them.
    isEmailProven(was)
      ? `Mails of your account now go to ${next.UserEmail} and no longer to this address.`
      : 'Mails of your account no longer go to this address.',
  );
  try {
    await sendEmailLink(next, now);
  } catch (error) {
    // The settings are saved and show that the address is not confirmed. The user can send the link again there.
    logger.error('The link to confirm an address could not be sent', error as Error);
  }
}

async function requirePassword(user: UserWithPassword, password: string | undefined, now: number): Promise<void> {
  if (password === undefined)
    throw new AppError('INVALID', PASSWORD_FOR_EMAIL, [{ path: 'password', message: PASSWORD_FOR_EMAIL }]);
  if (!(await isOwnPassword(user, password, now)))
    throw new AppError('INVALID', WRONG_PASSWORD, [{ path: 'password', message: WRONG_PASSWORD }]);
}
