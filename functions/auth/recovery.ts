import { sortByClaim } from '#core/auth/email-claim.ts';
import {
  PASSWORD_UPDATED,
  RECOVERY_SENT,
  TOKEN_EXPIRED,
  TOO_MANY_TRIES,
  UNKNOWN_MAIL,
} from '#core/auth/gate-messages.ts';
import type { recovery } from '#core/auth/recovery-contract.ts';
import { LOGIN_LIMITS, RECOVERY_LIMITS, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { knownPlaceStore } from '#data/auth/known-places.ts';
import { recoveryStore } from '#data/auth/recoveries.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { userStore } from '#data/users/users.ts';
import { env } from '#platform/aws/env.ts';
import { sendMail } from '#platform/aws/mail.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { accountAt, accountSubject } from '#platform/session/account-subject.ts';
import { addresseeOf } from '#platform/session/addressee.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { hashPassword } from '#platform/session/password.ts';
import { mayMail } from '#platform/session/unproven-mail.ts';
import { withTryLimit } from '#platform/session/with-try-limit.ts';

/** One request mails at most this many accounts that share an address. */
const MAX_MAILS = 10;

const tooMany = () => new AppError('TOO_MANY', TOO_MANY_TRIES);
const expired = () => new AppError('UNAUTHENTICATED', TOKEN_EXPIRED);

export const recoveryHandlers: Handlers<typeof recovery> = {
  async sendRecoveryLink({ input: { email }, request: { sourceIp } }) {
    const now = Date.now();
    if (!(await attemptStore.count(RECOVERY_LIMITS.address, addressSubject(sourceIp), now))) throw tooMany();

    // Disabled users are skipped after the same search, so the time reveals nothing. Accounts with a proven address come first: others
    // can create accounts with somebody's address.
    const users = sortByClaim(await userStore.byEmail(email)).slice(0, MAX_MAILS);
    const account = email.toLowerCase();
    const subjects = await Promise.all(users.map(({ UserKey }) => accountSubject(account, UserKey, sourceIp, now)));
    // Addresses without an account are counted too, so that a refusal does not reveal whether one exists.
    const allowed = await countEach(users.length === 0 ? [account] : subjects, now);
    if (allowed.size === 0) throw tooMany();
    if (users.length === 0) throw new AppError('NOT_FOUND', UNKNOWN_MAIL);
    await Promise.all(users.filter((_, at) => allowed.has(subjects[at]!)).map((user) => sendLink(user, sourceIp, now)));
    return { message: RECOVERY_SENT };
  },

  async checkResetPasswordToken({ input: { token }, request: { sourceIp } }) {
    const now = Date.now();
    return withTryLimit(TOKEN_LIMITS.recovery, sourceIp, now, async () => {
      const user = await recoveryStore.userOf(token, now);
      if (!user) throw expired();
      return { user: user.UserName };
    });
  },

  async resetThePassword({ input: { user: userName, newPassword, token }, request: { sourceIp } }) {
    const now = Date.now();
    return withTryLimit(TOKEN_LIMITS.recovery, sourceIp, now, async () => {
      const user = await recoveryStore.userOf(token, now);
      if (user?.UserName.toLowerCase() !== userName.toLowerCase()) throw expired();
      const done = await recoveryStore.complete(token, user, await hashPassword(newPassword), sourceIp, Date.now());
      if (!done) throw expired();
      await endLocks(user, sourceIp, now);
      await mailUser(user, 'Your password was changed', `${user.UserName} now has a new password at Watchkeep.`);
      return { message: PASSWORD_UPDATED };
    });
  },
};

/** Counts a request once for each subject. Returns those that may have it. */
async function countEach(subjects: readonly string[], now: number): Promise<ReadonlySet<string>> {
  const allowed = await Promise.all(
    [...new Set(subjects)].map(async (subject) =>
      (await attemptStore.count(RECOVERY_LIMITS.account, subject, now)) ? [subject] : [],
    ),
  );
  return new Set(allowed.flat());
}

/** The user has proven their identity, so locks after too many tries end: here, and where the user has signed in. */
async function endLocks({ UserKey, UserName }: UserRecord, sourceIp: string, now: number): Promise<void> {
  const account = UserName.toLowerCase();
  await attemptStore.forget(LOGIN_LIMITS.account, account, now);
  const places = new Set([addressSubject(sourceIp), ...(await knownPlaceStore.allOf(UserKey))]);
  for (const place of places) {
    await Promise.all([
      attemptStore.forget(LOGIN_LIMITS.account, accountAt(account, place), now),
      attemptStore.forget(LOGIN_LIMITS.accountAtAddress, `${account} ${place}`, now),
    ]);
  }
}

async function sendLink(user: UserRecord, sourceIp: string, now: number): Promise<void> {
  const isKnownPlace = await knownPlaceStore.has(user.UserKey, addressSubject(sourceIp), now);
  if (!(await mayMail(user, isKnownPlace ? 'owner' : 'others', now))) return;
  const token = await recoveryStore.issue(user, sourceIp, now);
  const url = `${env('WEB_ORIGIN')}/resetPassword?${new URLSearchParams({ token })}`;
  // The mail goes to the address of the account. The typed address may only look like it.
  await sendMail({
    to: [user.UserEmail],
    subject: 'Your new Watchkeep password',
    text: letter(user.UserName, url),
    addressee: await addresseeOf(user),
  });
}

const letter = (userName: string, url: string) =>
  [
    'Somebody asked for a new password for your Watchkeep account.',
    `Choose a new password for ${userName}:\n${url}`,
    `The link works once and for ${recoveryStore.life / MINUTE} minutes. All sessions end when the password is changed.`,
    'If it was not you, ignore this mail. Nothing has changed.',
  ].join('\n\n');
