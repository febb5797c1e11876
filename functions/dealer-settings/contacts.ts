import { isEmailProven } from '#core/auth/email-claim.ts';
import { CONTACT_LIMIT, TOO_MANY_CONTACTS } from '#core/dealer-settings/contacts.ts';
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
import { mayMailUnproven } from '#platform/session/unproven-mail.ts';

/** The contacts of the settings that have not confirmed their address. They get no notifications. */
export async function unconfirmedContacts(
  DealerKey: number,
  settings: readonly NotificationSetting[],
): Promise<string[]> {
  const contacts = [...new Set(settings.flatMap(({ SettingValue }) => contactsOf(SettingValue)))];
  const confirmed = await contactStore.confirmed(DealerKey, contacts);
  return contacts.filter((contact) => !confirmed.includes(contact));
}

/**
 * The contacts that must be asked to confirm their address: new ones, unless a user here has proven the address. TOO_MANY if
 * the caller has named too many, or an address has got too many mails.
 */
export async function contactsToAsk(scope: Scope, contacts: readonly string[], now: number): Promise<string[]> {
  const asked: string[] = [];
  for (const contact of await contactStore.unasked(scope.dealerKey, contacts, now)) {
    if (await isOfUserHere(scope, contact)) await contactStore.confirm(scope.dealerKey, contact, now);
    else asked.push(contact);
  }
  for (const contact of asked) {
    const allowed =
      (await attemptStore.count(CONTACT_LIMIT, scope.actor.userKey, now)) &&
      (await mayMailUnproven(contact, 'others', now));
    if (!allowed) throw new AppError('TOO_MANY', TOO_MANY_CONTACTS);
  }
  return asked;
}

/** Mails a link that confirms the address. If that fails, saving the setting again sends another. */
export async function askToConfirm({ dealerKey }: Scope, contact: string, now: number): Promise<void> {
  try {
    const token = await contactStore.issue(dealerKey, contact, now);
    const url = `${env('WEB_ORIGIN')}/confirmEmail?${new URLSearchParams({ for: 'notifications', token })}`;
    await sendMail({ to: [contact], subject: 'Confirm notifications from Watchkeep', text: letter(url) });
    await contactStore.noteAsked(dealerKey, contact, now);
  } catch (error) {
    logger.error('A contact could not be asked to confirm the address', error as Error);
  }
}

// Without the dealer's name, because an administrator could type any text there and we would send it.
const letter = (url: string) =>
  [
    'A dealer wants Watchkeep to send notifications about its units to this address.',
    `Confirm that you want them:\n${url}`,
    `The link works once and for ${contactStore.life / DAY} days. Without it, no notification is sent.`,
    'If you do not know why you get this mail, do nothing.',
  ].join('\n\n');

/** True if an enabled user of the dealer, or of one above or below it, has proven the address. */
async function isOfUserHere(scope: Scope, address: string): Promise<boolean> {
  const users = await userStore.byEmail(address);
  return users.some(
    (user) => isEmailProven(user) && (covers(scope, user.dealerPath) || covers(user, scope.dealerPath)),
  );
}
