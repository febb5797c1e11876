import { HOUR } from '../time.ts';

/**
 * Limits links to e-mail addresses, per user and per mailbox. Each change of an address sends one. The limit per mailbox protects
 * it from a person with several accounts, whatever tags they add.
 */
export const EMAIL_LINK_LIMITS = {
  user: { kind: 'emailLinkOfUser', most: 5, window: HOUR },
  mailbox: { kind: 'emailLinkToMailbox', most: 5, window: HOUR },
} as const;

export const EMAIL_PROVEN_ALREADY = 'The address is confirmed already';
export const TOO_MANY_EMAIL_LINKS = 'Too many links were sent. Please try again later.';
