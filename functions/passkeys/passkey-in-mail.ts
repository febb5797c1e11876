import { type EmailClaim, isEmailProven } from '#core/auth/email-claim.ts';

/** What a mail calls a passkey. Its name can be any text, so an address that nobody has proven does not get it. */
export const passkeyInMail = (user: EmailClaim, name: string): string =>
  isEmailProven(user) ? `The passkey "${name}"` : 'A passkey';
