import { isEmailProven } from '#core/auth/email-claim.ts';
import type { TicketRecord } from '#core/support/ticket.ts';
import { userStore } from '#data/users/users.ts';
import { env } from '#platform/aws/env.ts';
import { sendMail } from '#platform/aws/mail.ts';
import { logger } from '#platform/aws/observability.ts';
import { addresseeOf } from '#platform/session/addressee.ts';

/** Mails who opened the ticket that support has answered. The answer is stored already, so a mail that cannot be sent is logged only. */
export async function mailAnswer({ TicketKey, Subject, authorKey }: TicketRecord): Promise<void> {
  try {
    const user = await userStore.byKey(authorKey);
    if (!user || !isEmailProven(user)) return;
    await sendMail({
      to: [user.UserEmail],
      subject: `Answer to your ticket: ${Subject}`,
      addressee: await addresseeOf(user),
      text: `Support has answered your ticket "${Subject}".\n\nRead it here: ${env('WEB_ORIGIN')}/support?ticket=${TicketKey}`,
    });
  } catch (error) {
    logger.error('The answer to a ticket could not be mailed', error as Error);
  }
}
