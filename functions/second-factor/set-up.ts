import type { RequestFacts } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import {
  enteredCode,
  hiddenAddress,
  SECOND_FACTOR_LIMITS,
  SET_UP_AGAIN,
  type SecondFactorMethod,
  WRONG_CODE,
} from '#core/second-factor/second-factor.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { type CodeRequest, codeRequestStore } from '#data/second-factor/code-requests.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import { accountSubject } from '#platform/session/account-subject.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { digitsHash, isSame, oneTimeHash } from '#platform/session/one-time.ts';
import { confirmedAccount, ownAccount } from '#platform/session/own-account.ts';
import { newRecoveryCodes } from '#platform/session/recovery-codes.ts';
import { requestCode } from '#platform/session/second-factor.ts';
import { appAddress, newAppSecret, stepOf } from '#platform/session/totp.ts';
import { appSecrets } from './app-secrets.ts';

/** Starts to set up a second factor. An existing one stays valid until the new one is confirmed. */
export async function beginSetUp(
  scope: Scope,
  { method, password }: { method: SecondFactorMethod; password: string },
  request: RequestFacts,
  now: number,
) {
  const user = await confirmedAccount(scope, password, now);
  if (method === 'mail') {
    const { token } = await requestCode(user, { purpose: 'setUp', method }, request, now);
    return { setUpToken: token, sentTo: hiddenAddress(user.UserEmail) };
  }
  const secret = newAppSecret();
  const sealedSecret = await appSecrets.seal(secret, user.UserKey);
  const { token } = await requestCode(user, { purpose: 'setUp', method, sealedSecret }, request, now);
  return { setUpToken: token, ...appAddress(secret, user.UserName) };
}

const setUpAgain = () => new AppError('CONFLICT', SET_UP_AGAIN);

/** Turns the second factor on if its first code is right. */
export async function confirmSetUp(
  scope: Scope,
  { setUpToken, code }: { setUpToken: string; code: string },
  { sourceIp }: RequestFacts,
  now: number,
): Promise<{ recoveryCodes: string[] }> {
  const user = await ownAccount(scope);
  const asked = await codeRequestStore.get(oneTimeHash(setUpToken), 'setUp', now);
  if (asked?.UserKey !== user.UserKey) throw setUpAgain();
  const subject = await accountSubject(user.UserKey, user.UserKey, sourceIp, now);
  if (!(await attemptStore.count(SECOND_FACTOR_LIMITS.tries, subject, now)))
    throw new AppError('TOO_MANY', 'Too many wrong codes. Please try again later.');
  if (!(await codeRequestStore.countTry(asked.tokenHash))) throw setUpAgain();
  const lastStep = await provenStep(asked, { code, setUpToken }, now);
  if (lastStep === undefined) throw new AppError('INVALID', WRONG_CODE, [{ path: 'code', message: WRONG_CODE }]);

  const before = (await secondFactorStore.get(user.UserKey))?.method ?? null;
  const { shown, hashes } = newRecoveryCodes(user.UserKey);
  if (!(await secondFactorStore.turnOn(scope, asked, { recoveryCodes: hashes, lastStep, before }, now)))
    throw setUpAgain();
  await attemptStore.forget(SECOND_FACTOR_LIMITS.tries, subject, now);
  const what = asked.method === 'app' ? 'a code of your authenticator app' : 'a code that is sent to this address';
  await mailUser(user, 'Two-step sign-in is on', `Signing in to Watchkeep now also asks for ${what}.`);
  return { recoveryCodes: shown };
}

/** The time step of an app's code, 0 for a code that was sent; undefined if the code is wrong. */
async function provenStep(
  { method, UserKey, sealedSecret, codeHash }: CodeRequest,
  { code, setUpToken }: { code: string; setUpToken: string },
  now: number,
): Promise<number | undefined> {
  const entered = enteredCode(code);
  if (entered?.kind !== 'code') return undefined;
  if (method === 'app')
    return sealedSecret ? stepOf(await appSecrets.open(sealedSecret, UserKey), entered.code, now) : undefined;
  return codeHash && isSame(codeHash, digitsHash(entered.code, setUpToken)) ? 0 : undefined;
}

/** Replaces the recovery codes. Earlier ones become invalid. */
export async function replaceRecoveryCodes(scope: Scope, { password }: { password: string }, now: number) {
  const user = await confirmedAccount(scope, password, now);
  const { shown, hashes } = newRecoveryCodes(user.UserKey);
  if (!(await secondFactorStore.replaceRecoveryCodes(scope, hashes, now)))
    throw new AppError('CONFLICT', 'Two-step sign-in is off');
  await mailUser(user, 'Your recovery codes were replaced', 'Your old recovery codes no longer work.');
  return { recoveryCodes: shown };
}

/** Turns the second factor off. Does nothing if it is off already. */
export async function turnOff(scope: Scope, { password }: { password: string }, now: number): Promise<void> {
  const user = await confirmedAccount(scope, password, now);
  if (await secondFactorStore.turnOff(scope, now))
    await mailUser(user, 'Two-step sign-in is off', 'Signing in to Watchkeep now asks for your password only.');
}
