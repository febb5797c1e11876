import { HOUR } from '../time.ts';

/** Limits how many contacts one person asks to confirm their addresses. */
export const CONTACT_LIMIT = { kind: 'contactLink', most: 30, window: HOUR } as const;

export const TOO_MANY_LINKS = 'Too many confirmations were sent. Please try again later.';
