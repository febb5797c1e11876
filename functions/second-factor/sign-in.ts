import { TOO_MANY_LOGINS } from '#core/auth/sign-in-limits.ts';
import type { SignInMethod } from '#core/auth/sign-in-method.ts';
import type { RequestFacts } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { enteredCode, SECOND_FACTOR_LIMITS, SIGN_IN_AGAIN, WRONG_CODE } from '#core/second-factor/second-factor.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { type CodeRequest, codeRequestStore } from '#data/second-factor/code-requests.ts';
import { type Proof, type SecondFactorWithSecrets, secondFactorStore } from '#data/second-factor/second-factors.ts';
import { passwordStore } from '#data/users/passwords.ts';
import { isEnabled } from '#data/users/users.ts';
import { accountSubject } from '#platform/session/account-subject.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { digitsHash, isSame, oneTimeHash } from '#platform/session/one-time.ts';
import { openSession } from '#platform/session/open-session.ts';
import { recoveryCodeHash } from '#platform/session/recovery-codes.ts';
import { passwordMarkOf, sendCodeAgain } from '#platform/session/second-factor.ts';
import { stepOf } from '#platform/session/totp.ts';
import { appSecrets } from './app-secrets.ts';

const signInAgain = () => new AppError('UNAUTHENTICATED', SIGN_IN_AGAIN);
const wrongCode = () => new AppError('UNAUTHENTICATED', WRONG_CODE);

/** Finishes a login. The token of the first step and each code can start one session only. */
export async function finishSignIn(
  { tfCode, tfToken, tfUK }: { tfCode: string; tfToken: string; tfUK: string },
  request: RequestFacts,
  now: number,
): Promise<{ token: string }> {
  const { asked, user } = await openRequest({ tfToken, tfUK }, now);
  const subject = await accountSubject(user.UserKey, user.UserKey, request.sourceIp, now);
  const { proof, factor } = await acceptCode({ tfCode, tfToken, asked, subject }, now).catch(async (error: unknown) => {
    if (error instanceof AppError) await countFailure(user, now);
    throw error;
  });
  await attemptStore.forget(SECOND_FACTOR_LIMITS.tries, subject, now);
  if ('recoveryHash' in proof) await mailRecoveryUse(user, factor.recoveryCodesLeft - 1);
  return openSession(user, methodOf(proof), request, now);
}

/** Uses up the code and the login's token. Throws an AppError if the code is rejected. */
async function acceptCode(
  { tfCode, tfToken, asked, subject }: { tfCode: string; tfToken: string; asked: CodeRequest; subject: string },
  now: number,
): Promise<{ proof: Proof; factor: SecondFactorWithSecrets }> {
  if (!(await attemptStore.count(SECOND_FACTOR_LIMITS.tries, subject, now)))
    throw new AppError('FORBIDDEN', TOO_MANY_LOGINS);
  if (!(await codeRequestStore.countTry(asked.tokenHash))) throw signInAgain();
  const factor = await secondFactorStore.withSecrets(asked.UserKey);
  if (factor?.method !== asked.method) throw signInAgain();
  const proof = await proofOf({ code: tfCode, token: tfToken, asked, factor }, now);
  if (!proof || !(await secondFactorStore.accept(asked, proof))) throw wrongCode();
  return { proof, factor };
}

/** Sends another code for a pending login. */
export async function sendAgain(
  { tfToken, tfUK }: { tfToken: string; tfUK: string },
  request: RequestFacts,
  now: number,
): Promise<void> {
  const { asked, user } = await openRequest({ tfToken, tfUK }, now);
  if (asked.method !== 'mail') throw signInAgain();
  const { tokenHash } = asked;
  if (!(await sendCodeAgain(user, { token: tfToken, tokenHash }, request, now))) throw signInAgain();
}

/** The pending login of the token, and its present user. */
async function openRequest({ tfToken, tfUK }: { tfToken: string; tfUK: string }, now: number) {
  const asked = await codeRequestStore.get(oneTimeHash(tfToken), 'signIn', now);
  if (!asked || asked.UserKey !== tfUK) throw signInAgain();
  const user = await passwordStore.byKey(asked.UserKey);
  if (!user || !isEnabled(user) || passwordMarkOf(user) !== asked.passwordMark) throw signInAgain();
  return { asked, user };
}

interface Given {
  code: string;
  token: string;
  asked: CodeRequest;
  factor: SecondFactorWithSecrets;
}

async function proofOf({ code, token, asked, factor }: Given, now: number): Promise<Proof | undefined> {
  const entered = enteredCode(code);
  if (entered?.kind === 'recovery') {
    const recoveryHash = recoveryCodeHash(factor.UserKey, entered.code);
    return factor.recoveryCodes?.includes(recoveryHash) ? { recoveryHash } : undefined;
  }
  if (!entered) return undefined;
  if (asked.method === 'mail')
    return asked.codeHash && isSame(asked.codeHash, digitsHash(entered.code, token)) ? { sent: true } : undefined;
  const step =
    factor.sealedSecret && stepOf(await appSecrets.open(factor.sealedSecret, factor.UserKey), entered.code, now);
  return step && step > factor.lastStep ? { step } : undefined;
}

const methodOf = (proof: Proof): SignInMethod => ('step' in proof ? 'app' : 'sent' in proof ? 'mail' : 'recoveryCode');

/** Mails the user after many wrong codes, because the sender knows the password. A few typing errors send no mail. */
async function countFailure(user: UserRecord, now: number): Promise<void> {
  if (await attemptStore.count(SECOND_FACTOR_LIMITS.failuresBeforeMail, user.UserKey, now)) return;
  if (!(await attemptStore.count(SECOND_FACTOR_LIMITS.warnings, user.UserKey, now))) return;
  await mailUser(
    user,
    'Many wrong codes for your Watchkeep account',
    'Somebody who knows your password has entered many wrong codes for your account. None of these sign-ins succeeded.',
  );
}

const mailRecoveryUse = (user: UserRecord, left: number) =>
  mailUser(
    user,
    'A recovery code was used to sign in to Watchkeep',
    `Somebody signed in to your account with one of your recovery codes. ${left} of them are left.`,
  );
