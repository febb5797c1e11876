import { MINUTE } from '../time.ts';

/** Limits wrong passwords of a signed-in user. */
export const OWN_PASSWORD_LIMIT = { kind: 'ownPassword', most: 10, window: 15 * MINUTE } as const;

export const WRONG_PASSWORD = 'This is not your password';
export const TOO_MANY_PASSWORDS = 'Too many wrong passwords. Please try again later.';
