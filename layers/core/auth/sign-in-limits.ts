import { MINUTE } from '../time.ts';

/** How often a password may be tried, per account and per address, before the answer is 'too many' whatever the password. */
export const LOGIN_LIMITS = {
  account: { kind: 'loginAccount', most: 10, window: 15 * MINUTE },
  address: { kind: 'loginAddress', most: 50, window: 15 * MINUTE },
} as const;

export const WRONG_CREDENTIALS = 'Incorrect username or password';
export const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.';
