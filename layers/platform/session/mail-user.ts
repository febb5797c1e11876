import type { UserRecord } from '#core/users/user-record.ts';
import { sendMail } from '../aws/mail.ts';
import { logger } from '../aws/observability.ts';
import { addresseeOf } from './addressee.ts';
import { mayMail } from './unproven-mail.ts';

/**
 * Mails a user about a change that concerns the safety of their account. The change is already made, so a mail that cannot be
 * sent is logged and does not throw. An unproven address gets a limited number.
 */
export async function mailUser(user: UserRecord, subject: string, text: string): Promise<void> {
  try {
    if (!(await mayMail(user, 'owner', Date.now()))) return;
    await sendMail({
      to: [user.UserEmail],
      subject,
      addressee: await addresseeOf(user),
      text: `${text}\n\nIf this was not you, change your password at once and tell your administrator.`,
    });
  } catch (error) {
    logger.error('A user could not be told of a change to their account', error as Error);
  }
}
