import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '../time.ts';

/** What a user proves themselves with beside the password: an authenticator app (TOTP, RFC 6238), or a code sent by e-mail. */
export const SECOND_FACTOR_METHODS = ['app', 'mail'] as const;
export const SecondFactorMethod = z.enum(SECOND_FACTOR_METHODS);
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>;

/** The second factor of a user, as the portal shows it to them. */
export const SecondFactorState = z.object({
  /** Null where the password alone is asked for. */
  method: SecondFactorMethod.nullable(),
  since: z.string().optional(),
  recoveryCodesLeft: z.number().int(),
  /** Where codes by e-mail go, mostly hidden. */
  sentTo: z.string(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** What every authenticator app takes without being told: six digits, half a minute, SHA-1; a clock may be one step off. */
export const TOTP = { digits: 6, period: 30, window: 1 } as const;

export const RECOVERY_CODES = 10;

/** How long a code that was asked for can be given, and how often a wrong one. Then the password is asked for anew. */
export const CODE_LIFE = 10 * MINUTE;
export const CODE_TRIES = 5;

/** Counted per user over all sign-ins, so that whoever knows the password does not get five tries again and again. */
export const SECOND_FACTOR_LIMITS = {
  tries: { kind: 'secondFactor', most: 10, window: 15 * MINUTE },
  mails: { kind: 'secondFactorMail', most: 6, window: HOUR },
  /**
   * What a user mistypes in a day stays below it. A right code takes none back, since it is not the guesser's; and a day is counted,
   * since who keeps to `tries` goes on for ever.
   */
  untoldFailures: { kind: 'secondFactorFailure', most: 9, window: DAY },
  warnings: { kind: 'secondFactorWarning', most: 1, window: DAY },
} as const;

export const WRONG_CODE = 'The code is not right, or has been used already. Please try again.';
export const SIGN_IN_AGAIN = 'This sign-in has expired. Please sign in again.';
export const SET_UP_AGAIN = 'This set-up has expired. Please begin again.';
export const TOO_MANY_MAILS = 'Too many codes were sent. Please try again later.';

/** What was typed into the field of the code: six digits, or one of the recovery codes; undefined where it can be neither. */
export function enteredCode(text: string): { kind: 'code' | 'recovery'; code: string } | undefined {
  const signs = text.toUpperCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(signs)) return { kind: 'code', code: signs };
  // The alphabet leaves out what is easily mistaken (crockford.com/base32.html), and takes it for what was meant.
  const code = signs.replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? { kind: 'recovery', code } : undefined;
}

/** A recovery code in groups, as it is shown and printed: `7K2M-9QXA-04TB-ZZ1C`. */
export const shownRecoveryCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** An address that its owner recognizes and nobody else reads: `n•••@northwind.example`. */
export function hiddenAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${address.slice(0, 1)}•••${address.slice(at)}`;
}
