import { isEmailProven } from '#core/auth/email-claim.ts';
import {
  CONTACT_FAMILY_LIMIT,
  CONTACT_LIMIT,
  CONTACT_MAILBOX_LIMIT,
  contactFamily,
  contactMailbox,
  TOO_MANY_LINKS,
} from '#core/dealer-settings/contacts.ts';
import { contactsOf, type NotificationSetting } from '#core/dealer-settings/notification-settings.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { userStore } from '#data/users/users.ts';
import { env } from '#platform/aws/env.ts';
import { sendMail } from '#platform/aws/mail.ts';
import { logger } from '#platform/aws/observability.ts';

type Settings = readonly NotificationSetting[];

/** The contacts of the settings that get no notifications: all that have not confirmed, and those of them without a valid link. */
export async function contactsNotNotified({ dealerKey }: Scope, settings: Settings, now: number) {
  const unconfirmed = await contactStore.unconfirmed(dealerKey, contactsIn(settings), now);
  return {
    UnconfirmedContacts: unconfirmed.map(({ address }) => address),
    UnaskedContacts: unconfirmed.filter(({ asked }) => !asked).map(({ address }) => address),
  };
}

const contactsIn = (settings: Settings) => [
  ...new Set(settings.flatMap(({ SettingValue }) => contactsOf(SettingValue))),
];

/**
 * Asks contacts to confirm their addresses: those without a valid link, as far as the limits of mails allow. The others can be asked again
 * later, so nothing here fails the change that named them.
 */
export async function askContacts(scope: Scope, contacts: readonly string[], now: number): Promise<void> {
  const unconfirmed = await contactStore.unconfirmed(scope.dealerKey, contacts, now);
  // One after the other: the transactions of all check the caller's rights, and would meet each other there.
  for (const { address } of unconfirmed.filter(({ asked }) => !asked))
    await askToConfirm(scope, address, now).catch((error: unknown) =>
      logger.warn('A contact was not asked to confirm its address', error as Error),
    );
}

/** Asks one contact of the settings again, even if it has a valid link: the mail may be lost. Nothing happens if it has confirmed. */
export async function askAgain(scope: Scope, settings: Settings, address: string, now: number): Promise<void> {
  const contact = contactsIn(settings).find((one) => one.toLowerCase() === address.toLowerCase());
  if (contact === undefined) throw new AppError('NOT_FOUND', 'This address is no contact any more');
  const [unconfirmed] = await contactStore.unconfirmed(scope.dealerKey, [contact], now);
  if (unconfirmed) await askToConfirm(scope, contact, now);
}

/**
 * Mails a link that confirms the address. No link is needed if a user here has proven the address. One above the dealer is looked for after the try
 * was counted: the caller may not see whose addresses are known there.
 * @throws TOO_MANY if the caller has caused too many mails, or the mailbox has got too many from the dealer or its family; UNAVAILABLE if the mail was not sent
 */
async function askToConfirm(scope: Scope, contact: string, now: number): Promise<void> {
  const { dealerKey, dealerPath, actor } = scope;
  const provers = (await userStore.byEmail(contact)).filter(isEmailProven);
  const confirm = () => contactStore.confirm(dealerKey, contact, now, scope);
  if (provers.some((user) => covers(scope, user.dealerPath))) return confirm();
  // The mailbox first: a mail that it does not get is none of the caller's.
  const allowed =
    (await attemptStore.count(CONTACT_MAILBOX_LIMIT, contactMailbox(dealerKey, contact), now)) &&
    (await attemptStore.count(CONTACT_FAMILY_LIMIT, contactFamily(dealerPath, contact), now)) &&
    (await attemptStore.count(CONTACT_LIMIT, actor.userKey, now));
  if (!allowed) throw new AppError('TOO_MANY', TOO_MANY_LINKS);
  if (provers.some((user) => covers(user, scope.dealerPath))) return confirm();
  const token = await contactStore.issue(scope, contact, now);
  const url = `${env('WEB_ORIGIN')}/confirmEmail?${new URLSearchParams({ for: 'notifications', token })}`;
  try {
    await sendMail({ to: [contact], subject: 'Confirm notifications from Watchkeep', text: letter(url) });
  } catch (error) {
    logger.error('The mail service did not take a confirmation', error as Error);
    throw new AppError('UNAVAILABLE', 'The confirmation could not be sent. Please try again later.');
  }
  await contactStore.noteAsked(dealerKey, contact, now);
}

// Without the dealer's name: nobody has proven the address (layers/core/letter.ts).
const letter = (url: string) =>
  [
    'A dealer wants Watchkeep to send notifications about its units to this address.',
    `Confirm that you want them:\n${url}`,
    `The link works once and for ${contactStore.life / DAY} days. Without it, no notification is sent.`,
    'If you do not know why you get this mail, do nothing.',
  ].join('\n\n');
