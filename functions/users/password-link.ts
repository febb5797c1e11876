import type { AuditAction } from '#core/audit/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { LaterRights, Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { INVITATION_LIMIT, PASSWORD_LINK_LIFE, PASSWORD_LINK_LIMIT, USER_DISABLED } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { type AuditItem, auditEntry } from '#data/audit/audit.ts';
import { recoveryStore } from '#data/auth/recoveries.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';
import { isEnabled, userObject } from '#data/users/users.ts';
import { env } from '#platform/aws/env.ts';
import { MailNotSent, sendMail } from '#platform/aws/mail.ts';
import { logger } from '#platform/aws/observability.ts';
import { addresseeOf } from '#platform/session/addressee.ts';
import { mayMail } from '#platform/session/unproven-mail.ts';

/**
 * Sends a new user the link to set their password, within the limits of the administrator and the user. Returns why it was not sent, or
 * `unknown` if it may have been sent; the user exists anyway.
 */
export async function invite(
  by: LaterRights,
  user: UserRecord,
  now: number,
  { limit = INVITATION_LIMIT, isOnce }: { limit?: AttemptLimit; isOnce?: boolean } = {},
): Promise<'limited' | 'failed' | 'unknown' | undefined> {
  try {
    const allowed =
      (await attemptStore.count(limit, by.actor.userKey, now)) &&
      (await attemptStore.count(PASSWORD_LINK_LIMIT, user.UserKey, now)) &&
      (await mayMail(user, 'others', now));
    if (!allowed) return 'limited';
    await sendLink(by, user, 'send invitation', now, { issue: recoveryStore.issueFirst, isOnce });
    return undefined;
  } catch (error) {
    logger.error('The mail to a new user could not be sent', { error: error as Error, UserKey: user.UserKey });
    return error instanceof MailNotSent && !error.isRefused ? 'unknown' : 'failed';
  }
}

/** Sends the user a link to set their password, within an hourly limit. CONFLICT if the user is disabled. */
export async function sendPasswordLink(scope: Scope, user: UserRecord, now: number): Promise<void> {
  if (!isEnabled(user)) throw new AppError('CONFLICT', USER_DISABLED);
  const allowed =
    (await attemptStore.count(INVITATION_LIMIT, scope.actor.userKey, now)) &&
    (await attemptStore.count(PASSWORD_LINK_LIMIT, user.UserKey, now)) &&
    (await mayMail(user, 'others', now));
  if (!allowed) throw new AppError('TOO_MANY', 'The user has got several links already. Please try again later.');
  await sendLink(scope, user, 'send password link', now, { issue: recoveryStore.issueBy });
}

async function sendLink<By extends LaterRights>(
  by: By,
  user: UserRecord,
  action: AuditAction,
  now: number,
  {
    issue,
    isOnce,
  }: {
    issue: (by: By, user: UserRecord, validUntil: number, audit: AuditItem) => Promise<string>;
    isOnce?: boolean | undefined;
  },
): Promise<void> {
  const audit = auditEntry(by, { ...userObject(user), action }, now);
  const token = await issue(by, user, now + PASSWORD_LINK_LIFE, audit);
  const url = `${env('WEB_ORIGIN')}/resetPassword?${new URLSearchParams({ token })}`;
  await sendMail({
    to: [user.UserEmail],
    subject: 'Your Watchkeep account',
    text: letter(user.UserName, url),
    addressee: await addresseeOf(user),
    isOnce,
  });
}

// A new user has proven no address, so this mail has no name that an administrator typed (layers/core/letter.ts).
const letter = (userName: string, url: string) =>
  [
    `There is an account for you at Watchkeep. Your user name is ${userName}.`,
    `Choose your password:\n${url}`,
    `The link works once and for ${PASSWORD_LINK_LIFE / DAY} days. After that, ask for a new one at the login.`,
  ].join('\n\n');
