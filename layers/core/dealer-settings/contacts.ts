import { mailboxOf } from '../auth/unproven-mail.ts';
import { familyOf } from '../dealers/tree.ts';
import { DAY, HOUR } from '../time.ts';

/** Limits how many contacts one person asks to confirm their addresses. */
export const CONTACT_LIMIT = { kind: 'contactLink', most: 30, window: HOUR } as const;

/**
 * Limits the mails of one dealer to one mailbox. Another dealer's mails do not count, so that nobody can keep the contacts of other
 * dealers from confirming.
 */
export const CONTACT_MAILBOX_LIMIT = { kind: 'contactMailbox', most: 20, window: DAY } as const;

/** The subject of that limit. */
export const contactMailbox = (dealerKey: number, address: string) => `${dealerKey} ${mailboxOf(address)}`;

/**
 * Limits the mails of all dealers of a family to one mailbox: people who may add dealers could have any number of them. Another family's mails
 * do not count. Only the root adds families.
 */
export const CONTACT_FAMILY_LIMIT = { kind: 'contactFamily', most: 60, window: DAY } as const;

/** The subject of that limit. */
export const contactFamily = (dealerPath: string, address: string) => contactMailbox(familyOf(dealerPath), address);

export const TOO_MANY_LINKS = 'Too many confirmations were sent. Please try again later.';
