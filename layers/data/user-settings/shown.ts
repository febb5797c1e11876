import { isEmailProven } from '#core/auth/email-claim.ts';
import type { OwnSettings } from '#core/user-settings/own-settings.ts';
import type { UserWithPassword } from '../users/passwords.ts';

/** The signed-in user for the settings screen. */
export const shownSettings = (user: UserWithPassword): OwnSettings => ({
  UserName: user.UserName,
  UserEmail: user.UserEmail,
  UserFirstName: user.UserFirstName,
  UserLastName: user.UserLastName,
  hasPassword: user.passwordHash !== undefined,
  emailProven: isEmailProven(user),
  times: user.times ?? {},
});
