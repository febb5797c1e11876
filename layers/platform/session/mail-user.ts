import { sendMail } from '../aws/mail.ts';
import { logger } from '../aws/observability.ts';

/**
 * Mails a user about a change that concerns the safety of their account. The change is already made, so a mail that cannot be
 * sent is logged and does not throw.
 */
export async function mailUser(address: string, subject: string, text: string): Promise<void> {
  try {
    await sendMail({
      to: [address],
      subject,
      text: `${text}\n\nIf this was not you, change your password at once and tell your administrator.`,
    });
  } catch (error) {
    logger.error('A user could not be told of a change to their account', error as Error);
  }
}
