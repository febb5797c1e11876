import { HOUR } from '../time.ts';

/**
 * How often users may have a link sent to an address of theirs, which each change of it does; and how often one address is sent them,
 * so that nobody's inbox is filled by somebody with several accounts.
 */
export const EMAIL_LINK_LIMITS = {
  user: { kind: 'emailLinkOfUser', most: 5, window: HOUR },
  address: { kind: 'emailLinkToAddress', most: 5, window: HOUR },
} as const;

export const EMAIL_PROVEN_ALREADY = 'The address is confirmed already';
export const TOO_MANY_EMAIL_LINKS = 'Too many links were sent. Please try again later.';
