import { MINUTE } from '../time.ts';

/**
 * How often a password may be tried before the answer is 'too many' whatever the password: for an account at one address, for an account
 * at all addresses together, and at an address. One address alone does not lock an account for its owner elsewhere.
 */
export const LOGIN_LIMITS = {
  accountAtAddress: { kind: 'loginAccountAtAddress', most: 10, window: 15 * MINUTE },
  account: { kind: 'loginAccount', most: 100, window: 15 * MINUTE },
  address: { kind: 'loginAddress', most: 50, window: 15 * MINUTE },
} as const;

/**
 * How often a recovery link may be asked for. The specification has the answer tell whether there is an account, so one address
 * may not ask for many; and nobody's inbox is to be filled.
 */
export const RECOVERY_LIMITS = {
  account: { kind: 'recoveryAccount', most: 3, window: 15 * MINUTE },
  address: { kind: 'recoveryAddress', most: 10, window: 15 * MINUTE },
} as const;

/** How often an address may present tokens that are not good: those of links by mail, of a sign-on and of a way in. */
export const TOKEN_LIMITS = {
  recovery: { kind: 'recoveryToken', most: 30, window: 15 * MINUTE },
  email: { kind: 'emailToken', most: 30, window: 15 * MINUTE },
  signOn: { kind: 'signOnToken', most: 30, window: 15 * MINUTE },
  entry: { kind: 'entryToken', most: 30, window: 15 * MINUTE },
} as const;

/** How often an address may begin a single sign-on: each leaves an item behind until it expires. */
export const SIGN_ON_LIMIT = { kind: 'signOnStart', most: 60, window: 15 * MINUTE } as const;

/** How many ways in a user may have issued: each leaves an item and an audit entry behind. */
export const ENTRY_LIMIT = { kind: 'entryIssue', most: 60, window: 15 * MINUTE } as const;

export const WRONG_CREDENTIALS = 'Incorrect username or password';
export const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.';
