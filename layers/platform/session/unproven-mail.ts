import { type EmailClaim, isEmailProven } from '#core/auth/email-claim.ts';
import { type MailCause, UNPROVEN_MAIL_LIMITS, unprovenMailTo } from '#core/auth/unproven-mail.ts';
import { attemptStore } from '#data/kit/attempts.ts';

/** The account that a mail is about. */
type Account = { UserKey: string };

/** Counts a mail to an address that nobody has proven. False if its mailbox has got too many. */
export const mayMailUnproven = (
  { UserKey }: Account,
  address: string,
  cause: MailCause,
  now: number,
): Promise<boolean> => attemptStore.count(UNPROVEN_MAIL_LIMITS[cause], unprovenMailTo(cause, UserKey, address), now);

/** True if the user's address may get a mail: it is proven, or has not got too many. Such a mail is counted. */
export const mayMail = async (
  user: Account & EmailClaim & { UserEmail: string },
  cause: MailCause,
  now: number,
): Promise<boolean> => isEmailProven(user) || mayMailUnproven(user, user.UserEmail, cause, now);
