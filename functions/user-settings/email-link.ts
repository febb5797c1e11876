import { isEmailProven } from '#core/auth/email-claim.ts';
import { mailboxOf } from '#core/auth/unproven-mail.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { EMAIL_LINK_LIMITS, EMAIL_PROVEN_ALREADY, TOO_MANY_EMAIL_LINKS } from '#core/user-settings/own-email.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { emailProofStore } from '#data/auth/email-proofs.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { env } from '#platform/aws/env.ts';
import { sendMail } from '#platform/aws/mail.ts';
import { ownAccount } from '#platform/session/own-account.ts';
import { mayMailUnproven } from '#platform/session/unproven-mail.ts';

/** Counts a link that will be sent to an address. TOO_MANY if the user or the mailbox has got too many. */
export async function countEmailLink(user: UserRecord, address: string, now: number): Promise<void> {
  const allowed =
    (await attemptStore.count(EMAIL_LINK_LIMITS.user, user.UserKey, now)) &&
    (await attemptStore.count(EMAIL_LINK_LIMITS.mailbox, mailboxOf(address), now)) &&
    (await mayMailUnproven(user, address, 'owner', now));
  if (!allowed) throw new AppError('TOO_MANY', TOO_MANY_EMAIL_LINKS);
}

/** Sends the signed-in user another link to prove their address. */
export async function sendEmailLinkAgain(scope: Scope, now: number): Promise<void> {
  const user = await ownAccount(scope);
  if (isEmailProven(user)) throw new AppError('CONFLICT', EMAIL_PROVEN_ALREADY);
  await countEmailLink(user, user.UserEmail, now);
  await sendEmailLink(user, now);
}

/** Sends the link that proves the user's present address. The caller has counted it. */
export async function sendEmailLink(user: UserRecord, now: number): Promise<void> {
  const token = await emailProofStore.issue(user, now);
  const url = `${env('WEB_ORIGIN')}/confirmEmail?${new URLSearchParams({ token })}`;
  await sendMail({
    to: [user.UserEmail],
    subject: 'Confirm your e-mail address for Watchkeep',
    text: [
      `The account ${user.UserName} at Watchkeep now has this e-mail address.`,
      `Confirm that it is yours:\n${url}`,
      `The link works once and for ${emailProofStore.life / DAY} days.`,
      'If you do not know this account, do nothing: somebody may have mistyped their address.',
    ].join('\n\n'),
  });
}
