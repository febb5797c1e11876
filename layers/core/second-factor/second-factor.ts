import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '../time.ts';

/** The second proof beside the password: an authenticator app (TOTP, RFC 6238), or a code sent by e-mail. */
export const SECOND_FACTOR_METHODS = ['app', 'mail'] as const;
export const SecondFactorMethod = z.enum(SECOND_FACTOR_METHODS);
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>;

/** A user's second factor, as the portal shows it to them. */
export const SecondFactorState = z.object({
  /** Null if the password alone is enough. */
  method: SecondFactorMethod.nullable(),
  since: z.string().optional(),
  recoveryCodesLeft: z.number().int(),
  /** The address for codes by e-mail, mostly hidden. */
  sentTo: z.string(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** A user's second factor, without its secrets. */
export const SecondFactor = z.object({
  UserKey: z.string(),
  method: SecondFactorMethod,
  since: z.string(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The defaults of authenticator apps: six digits, 30 s, SHA-1. The app's clock may be one step off. */
export const TOTP = { digits: 6, period: 30, window: 1 } as const;

export const RECOVERY_CODES = 10;

/** Limits of one login: the lifetime of its code, and wrong tries. After that the login starts again with the password. */
export const CODE_LIFE = 10 * MINUTE;
export const CODE_TRIES = 5;

/** Limits wrong codes per user over all logins. Otherwise a person with the password has unlimited tries. */
export const SECOND_FACTOR_LIMITS = {
  tries: { kind: 'secondFactor', most: 10, window: 15 * MINUTE },
  mails: { kind: 'secondFactorMail', most: 6, window: HOUR },
  /**
   * Wrong codes in a day before the user gets a mail; more than a user mistypes. A right code does not reset the count, because it may
   * be the user's own. The count covers a day, because a slow guesser stays below `tries`.
   */
  failuresBeforeMail: { kind: 'secondFactorFailure', most: 9, window: DAY },
  warnings: { kind: 'secondFactorWarning', most: 1, window: DAY },
} as const;

export const WRONG_CODE = 'The code is not right, or has been used already. Please try again.';
export const SIGN_IN_AGAIN = 'This sign-in has expired. Please sign in again.';
export const SET_UP_AGAIN = 'This set-up has expired. Please begin again.';
export const TOO_MANY_MAILS = 'Too many codes were sent. Please try again later.';

/** Reads a typed code: six digits or a recovery code; undefined if it is neither. */
export function enteredCode(text: string): { kind: 'code' | 'recovery'; code: string } | undefined {
  const signs = text.toUpperCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(signs)) return { kind: 'code', code: signs };
  // The alphabet has no letters that look like digits; typed ones are read as the digits (crockford.com/base32.html).
  const code = signs.replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? { kind: 'recovery', code } : undefined;
}

/** A recovery code in groups, for screen and print: `7K2M-9QXA-04TB-ZZ1C`. */
export const shownRecoveryCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** An address that only its owner recognizes: `n•••@northwind.example`. */
export function hiddenAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${address.slice(0, 1)}•••${address.slice(at)}`;
}
