import { Secret, TOTP } from 'otpauth';
import { auth } from '#core/auth/contract.ts';
import { SecondStep } from '#core/auth/login-answer.ts';
import { secondFactor } from '#core/second-factor/contract.ts';
import { SECOND } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ask, call } from '#support/call.ts';
import { mailsTo } from '#support/inbox.ts';
import { PASSWORD } from '#support/people.ts';

/** The code that an app shows for a secret at a time. */
export const codeAt = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

export const STEP = 30 * SECOND;

let addresses = 1;

/** A login with the correct password, from its own IP address. */
export const login = (user: UserRecord, password = PASSWORD) =>
  call(auth.login, { userName: user.UserName, password }, { sourceIp: `192.0.2.${addresses++ % 250}` });

/** The second step of a login of the user. */
export const secondStep = async (user: UserRecord): Promise<SecondStep> => SecondStep.parse((await login(user)).body);

export const submit = ({ tfToken, tfUK }: SecondStep, tfCode: string) =>
  call(secondFactor.submit, { tfCode, tfToken, tfUK });

/** Sets up an app for the user at `now`, which must be the time of the clock. This consumes its first code. */
export async function withApp(user: UserRecord, now: number): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { setUpToken, secret } = await ask(secondFactor.begin, { method: 'app', password: PASSWORD, as: user });
  const code = codeAt(secret!, now);
  const { recoveryCodes } = await ask(secondFactor.confirm, { setUpToken, code, as: user });
  return { secret: secret!, recoveryCodes };
}

/** The latest mailed code of the user. */
export async function mailedCode(user: UserRecord): Promise<string> {
  const mails = await mailsTo(user.UserEmail);
  const code = mails.map(({ text }) => /Your code is (\d{6})\./.exec(text)?.[1]).find(Boolean);
  if (!code) throw new Error(`No code was mailed to ${user.UserEmail}`);
  return code;
}

export async function withMail(user: UserRecord): Promise<{ recoveryCodes: string[] }> {
  const { setUpToken } = await ask(secondFactor.begin, { method: 'mail', password: PASSWORD, as: user });
  return ask(secondFactor.confirm, { setUpToken, code: await mailedCode(user), as: user });
}
