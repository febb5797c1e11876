import { HOUR } from '../time.ts';

/** Limits how many new contacts one person asks to confirm their addresses. */
export const CONTACT_LIMIT = { kind: 'contactLink', most: 30, window: HOUR } as const;

export const TOO_MANY_CONTACTS = 'Too many new contacts. Please try again later.';
