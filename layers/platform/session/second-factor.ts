import { hash } from 'node:crypto';
import type { SecondStep } from '#core/auth/login-answer.ts';
import type { RequestFacts } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import {
  CODE_LIFE,
  hiddenAddress,
  SECOND_FACTOR_LIMITS,
  type SecondFactorMethod,
  TOO_MANY_MAILS,
} from '#core/second-factor/second-factor.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { codeRequestStore } from '#data/second-factor/code-requests.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import type { UserWithPassword } from '#data/users/passwords.ts';
import { sendMail } from '../aws/mail.ts';
import { accountSubject } from './account-subject.ts';
import { addresseeOf } from './addressee.ts';
import { digitsHash, newDigits, newOneTimeToken } from './one-time.ts';
import { mayMail } from './unproven-mail.ts';

/**
 * The login's answer for a user with a second factor, after the right password: it asks for a code. Undefined if the password is
 * enough.
 */
export async function askSecondFactor(
  user: UserWithPassword,
  request: RequestFacts,
  now: number,
): Promise<SecondStep | undefined> {
  const factor = await secondFactorStore.get(user.UserKey);
  if (!factor) return undefined;
  const { token } = await requestCode(user, { purpose: 'signIn', method: factor.method }, request, now);
  return {
    tfToken: token,
    tfUK: user.UserKey,
    tfMethod: factor.method,
    ...(factor.method === 'mail' && { tfSentTo: hiddenAddress(user.UserEmail) }),
  };
}

/** Stores a request for a code, and mails the code if the user's factor is e-mail. Returns the token that the code comes back with. */
export async function requestCode(
  user: UserWithPassword,
  asked: { purpose: 'signIn' | 'setUp'; method: SecondFactorMethod; sealedSecret?: string },
  { sourceIp }: RequestFacts,
  now: number,
): Promise<{ token: string }> {
  const { token, tokenHash } = newOneTimeToken();
  const passwordMark = passwordMarkOf(user);
  const item = { ...asked, tokenHash, passwordMark, UserKey: user.UserKey };
  if (asked.method === 'mail') {
    const digits = newDigits();
    await countMail(user, sourceIp, now);
    await codeRequestStore.create({ ...item, codeHash: digitsHash(digits, token) }, now);
    await mailCode(user, digits);
  } else await codeRequestStore.create(item, now);
  return { token };
}

/** Sends a new code for a request, which replaces the one before. False if the request was answered meanwhile. */
export async function sendCodeAgain(
  user: UserRecord,
  { token, tokenHash }: { token: string; tokenHash: string },
  { sourceIp }: RequestFacts,
  now: number,
): Promise<boolean> {
  const digits = newDigits();
  await countMail(user, sourceIp, now);
  if (!(await codeRequestStore.replaceCode(tokenHash, digitsHash(digits, token)))) return false;
  await mailCode(user, digits);
  return true;
}

/** A mark that changes with the user's password and reveals nothing of it. */
export const passwordMarkOf = ({ passwordHash = '' }: Pick<UserWithPassword, 'passwordHash'>): string =>
  hash('sha256', passwordHash, 'base64url');

async function countMail(user: UserRecord, sourceIp: string, now: number): Promise<void> {
  const { UserKey } = user;
  const subject = await accountSubject(UserKey, UserKey, sourceIp, now);
  const allowed =
    (await attemptStore.count(SECOND_FACTOR_LIMITS.mails, subject, now)) && (await mayMail(user, 'owner', now));
  if (!allowed) throw new AppError('TOO_MANY', TOO_MANY_MAILS);
}

const mailCode = async (user: UserRecord, digits: string) =>
  sendMail({
    to: [user.UserEmail],
    subject: 'Your Watchkeep code',
    addressee: await addresseeOf(user),
    text: [
      `Your code is ${digits}.`,
      `It is valid for ${CODE_LIFE / MINUTE} minutes and for one use. Nobody at Watchkeep will ever ask you for it.`,
      'If you did not ask for a code, somebody knows your password: sign in and change it.',
    ].join('\n\n'),
  });
