import { MINUTE } from '../time.ts';

/**
 * Limits of password attempts: per account and address, per account, and per address. Above a limit even the right password is refused.
 * One address alone cannot lock out the owner of an account at another address.
 */
export const LOGIN_LIMITS = {
  accountAtAddress: { kind: 'loginAccountAtAddress', most: 10, window: 15 * MINUTE },
  account: { kind: 'loginAccount', most: 100, window: 15 * MINUTE },
  address: { kind: 'loginAddress', most: 50, window: 15 * MINUTE },
} as const;

/**
 * Limits of recovery links. By specification the answer reveals whether an account exists, so the limit per address prevents
 * guessing. The limit per account protects the inbox.
 */
export const RECOVERY_LIMITS = {
  account: { kind: 'recoveryAccount', most: 3, window: 15 * MINUTE },
  address: { kind: 'recoveryAddress', most: 10, window: 15 * MINUTE },
} as const;

/** Limits invalid tokens per address: of links by mail, of single sign-on and of links from other systems. */
export const TOKEN_LIMITS = {
  recovery: { kind: 'recoveryToken', most: 30, window: 15 * MINUTE },
  email: { kind: 'emailToken', most: 30, window: 15 * MINUTE },
  signOn: { kind: 'signOnToken', most: 30, window: 15 * MINUTE },
  entry: { kind: 'entryToken', most: 30, window: 15 * MINUTE },
} as const;

/** Limits started single sign-ons per address. Each stores an item until it expires. */
export const SIGN_ON_LIMIT = { kind: 'signOnStart', most: 60, window: 15 * MINUTE } as const;

/** Limits issued entry tokens per user. Each stores an item and an audit entry. */
export const ENTRY_LIMIT = { kind: 'entryIssue', most: 60, window: 15 * MINUTE } as const;

export const WRONG_CREDENTIALS = 'Incorrect username or password';
export const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.';
