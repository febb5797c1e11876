import { MINUTE } from '../time.ts';

/** How often a signed-in user may get their own password wrong. */
export const OWN_PASSWORD_LIMIT = { kind: 'ownPassword', most: 10, window: 15 * MINUTE } as const;

export const WRONG_PASSWORD = 'This is not your password';
export const TOO_MANY_PASSWORDS = 'Too many wrong passwords. Please try again later.';
