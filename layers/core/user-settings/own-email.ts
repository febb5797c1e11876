import { HOUR } from '../time.ts';

/**
 * Limits links to e-mail addresses, per user and per address. Each change of an address sends one. The limit per address protects
 * the inbox from a person with several accounts.
 */
export const EMAIL_LINK_LIMITS = {
  user: { kind: 'emailLinkOfUser', most: 5, window: HOUR },
  address: { kind: 'emailLinkToAddress', most: 5, window: HOUR },
} as const;

export const EMAIL_PROVEN_ALREADY = 'The address is confirmed already';
export const TOO_MANY_EMAIL_LINKS = 'Too many links were sent. Please try again later.';
