import { isEmailProven } from '#core/auth/email-claim.ts';
import type { LaterRights } from '#core/scope.ts';
import { MAIL_CLAIM_MS, MAIL_LIMIT, MAIL_UNKNOWN, MASS_INVITATION_LIMIT, NO_MAIL } from '#core/users/mass-create.ts';
import type { MassCreationRecord, MassCreationRowRecord } from '#core/users/mass-creation-record.ts';
import { USER_DISABLED } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { type MailClaim, massCreationRowStore } from '#data/users/mass-creation-rows.ts';
import { isEnabled } from '#data/users/users.ts';
import { changeableUser } from '../users/changeable-user.ts';
import { invite } from '../users/password-link.ts';
import { isRefusal } from './refusals.ts';

/** Settles the claim on a mail whose worker has ended. `waits`: the worker may still be sending it. */
export async function settleIfDead(was: MassCreationRowRecord, now: number): Promise<'waits' | undefined> {
  if (Date.parse(was.claimedAt!) + MAIL_CLAIM_MS > now) return 'waits';
  await massCreationRowStore.settle(was, MAIL_UNKNOWN, now);
  return undefined;
}

/** Sends the mail that a user did not get in an earlier attempt. */
export async function mailAgain(job: MassCreationRecord, was: MassCreationRowRecord, by: LaterRights, now: number) {
  const claim = await massCreationRowStore.claimMail(job, was, now);
  if (!claim) return;
  try {
    const user = await changeableUser(by, was.UserKey!);
    if (!isEnabled(user)) await massCreationRowStore.settle(claim, USER_DISABLED, now);
    else if (hasPassword(user)) await massCreationRowStore.settle(claim, undefined, now);
    else await mail(claim, user, by, now);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await massCreationRowStore.settle(claim, error.message, now);
  }
}

/** True if the user has chosen a password: an earlier mail has arrived, and a new link would be void. */
const hasPassword = (user: UserRecord) => isEmailProven(user) || user.LastAuth !== undefined;

const WHY = { limited: MAIL_LIMIT, failed: NO_MAIL, unknown: MAIL_UNKNOWN } as const;

/** Sends the mail whose claim this worker has. A worker that dies here leaves the claim, and nobody sends the mail again. */
export async function mail(claim: MailClaim, user: UserRecord, by: LaterRights, now: number): Promise<void> {
  const notSent = await invite(by, user, now, { limit: MASS_INVITATION_LIMIT, isOnce: true });
  await massCreationRowStore.settle(claim, notSent && WHY[notSent], Date.now());
}
