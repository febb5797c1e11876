import { DAY } from '../time.ts';

/**
 * Limits all mails to a mailbox that nobody has proven to be theirs. It may be a stranger's, and whoever entered it can cause mails. Those
 * that need the password of an account (`owner`: codes, notes about changes) are counted for this account, apart from those that others can cause
 * (`others`: invitations, recovery links), so that nobody uses up the mails of the owner, also not with another account. Links to contacts of notifications
 * have limits of their own.
 */
export const UNPROVEN_MAIL_LIMITS = {
  owner: { kind: 'unprovenMailOfOwner', most: 20, window: DAY },
  others: { kind: 'unprovenMail', most: 20, window: DAY },
} as const;
export type MailCause = keyof typeof UNPROVEN_MAIL_LIMITS;

/** The subject of these limits: the mailbox, and for `owner` the account. */
export const unprovenMailTo = (cause: MailCause, UserKey: string, address: string): string =>
  cause === 'owner' ? `${UserKey} ${mailboxOf(address)}` : mailboxOf(address);

/** The mailbox of an address: in lower case, without a tag. `Ada+fleet@example.com` is `ada@example.com`. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).split('+', 1)[0]}${address.slice(at)}`.toLowerCase();
}
