import { mayAccess } from '#core/access.ts';
import { isEmailProven } from '#core/auth/email-claim.ts';
import { covers } from '#core/scope.ts';
import { SUPPORT_USERS } from '#core/support/access.ts';
import type { TicketRecord } from '#core/support/ticket.ts';
import { userStore } from '#data/users/users.ts';
import { env } from '#platform/aws/env.ts';
import { sendMail } from '#platform/aws/mail.ts';
import { logger } from '#platform/aws/observability.ts';
import { addresseeOf } from '#platform/session/addressee.ts';
import { rightsLater } from '#platform/session/rights-now.ts';

/** Mails who opened the ticket that support has answered, if they may still read it. The answer is stored already, so a mail that cannot be sent is logged only. */
export async function mailAnswer({ TicketKey, Subject, authorKey, dealerPath }: TicketRecord): Promise<void> {
  try {
    const user = await userStore.byKey(authorKey);
    if (!user || !isEmailProven(user)) return;
    const own = { UserKey: authorKey, asUserKey: authorKey, sessionId: '' };
    const rights = await rightsLater(own, Date.now());
    if (!rights || !mayAccess(SUPPORT_USERS, rights) || !covers(rights, dealerPath)) return;
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
