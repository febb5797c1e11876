import { DAY } from '../time.ts';

/**
 * Limits all mails to a mailbox that nobody has proven to be theirs. It may be a stranger's, and whoever entered it can cause mails:
 * invitations, links, codes, notes about changes of the account.
 */
export const UNPROVEN_MAIL_LIMIT = { kind: 'unprovenMail', most: 20, window: DAY } as const;

/** The mailbox of an address: in lower case, without a tag. `Ada+fleet@example.com` is `ada@example.com`. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).split('+', 1)[0]}${address.slice(at)}`.toLowerCase();
}
