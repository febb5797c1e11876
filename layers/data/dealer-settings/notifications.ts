import { Entity, type EntityItem } from 'electrodb';
import { contactsOf, settingName } from '#core/dealer-settings/notification-settings.ts';
import type { Occurrence } from '#core/dealer-settings/occurrence.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import type { Tools } from '../kit/area.ts';
import { expiryOf } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';
import { contactStore } from './contacts.ts';
import { dealerSettingsStore } from './dealer-settings.ts';

/** A mail about one occurrence. */
export const NotificationEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'notification', version: '1' },
    attributes: {
      /** The id of the occurrence. An occurrence that is reported twice is one notification. */
      notificationId: { type: 'string', required: true },
      DealerKey: { type: 'number', required: true },
      reason: { type: 'string', required: true },
      to: { type: 'list', items: { type: 'string' }, required: true },
      subject: { type: 'string', required: true },
      text: { type: 'string', required: true },
      state: { type: ['waiting', 'sending', 'sent'] as const, required: true },
      /** When another sender may take it, in milliseconds. */
      heldUntil: { type: 'number' },
      createdAt: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: { notification: primary(['notificationId'], []) },
  },
  at,
);
type Notification = EntityItem<typeof NotificationEntity>;

const KEPT_MS = 90 * DAY;
/** Longer than a sender can run. */
const LEASE_MS = MINUTE;

/**
 * Mails the dealer's confirmed contacts about an occurrence, if its settings ask for that. Repeated calls send one mail. A second mail is sent only if the
 * sender dies between sending the mail and storing that.
 * @throws if the mail could not be sent, or another sender is sending it
 */
export async function notify({ id: notificationId, ...occurrence }: Occurrence, { mail }: Tools, now: number) {
  const { notificationSettings } = await dealerSettingsStore.lists(occurrence.DealerKey);
  const name = settingName(occurrence.reason, 'Email');
  const setting = notificationSettings.find(({ SettingName }) => SettingName === name);
  if (!setting) return;
  const to = await contactStore.confirmed(occurrence.DealerKey, contactsOf(setting.SettingValue));
  if (to.length === 0) return;
  await add({ ...occurrence, notificationId, to }, now);
  const notification = await take(notificationId, now);
  if (!notification) return;
  try {
    await mail(notification);
  } catch (error) {
    await NotificationEntity.patch({ notificationId }).set({ state: 'waiting' }).remove(['heldUntil']).go();
    throw error;
  }
  await NotificationEntity.patch({ notificationId }).set({ state: 'sent' }).remove(['heldUntil']).go();
}

/** Stores the notification, unless its occurrence has one. */
async function add(
  notification: Pick<Notification, 'notificationId' | 'DealerKey' | 'reason' | 'to' | 'subject' | 'text'>,
  now: number,
): Promise<void> {
  await tryWrite(
    NotificationEntity.create({
      ...notification,
      state: 'waiting',
      createdAt: instant(now),
      expiresAt: expiryOf(now + KEPT_MS),
    }).go(),
  );
}

/** Leases a notification to send it. Undefined if it was sent; throws while another sender has the lease. */
async function take(notificationId: string, now: number): Promise<Notification | undefined> {
  const { data } = await NotificationEntity.get({ notificationId }).go({ consistent: true });
  if (!data || data.state === 'sent') return undefined;
  await NotificationEntity.patch({ notificationId })
    .set({ state: 'sending', heldUntil: now + LEASE_MS })
    .where(
      ({ state, heldUntil }, { eq, lt }) =>
        `${eq(state, 'waiting')} OR (${eq(state, 'sending')} AND ${lt(heldUntil, now)})`,
    )
    .go();
  return data;
}
