import { Entity, type EntityItem } from 'electrodb';
import {
  inSeries,
  isOverdue,
  lastMailText,
  mergedMail,
  place,
  withoutCollected,
} from '#core/dealer-settings/mail-series.ts';
import { contactsOf, type Reason, settingName } from '#core/dealer-settings/notification-settings.ts';
import type { Occurrence } from '#core/dealer-settings/occurrence.ts';
import { AppError } from '#core/errors.ts';
import { DAY, instant, MINUTE, SECOND } from '#core/time.ts';
import { dealerStore } from '../dealers/dealers.ts';
import type { Tools } from '../kit/area.ts';
import { expiryOf, jsonOf } from '../kit/attributes.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';
import { contactStore } from './contacts.ts';
import { dealerSettingsStore } from './dealer-settings.ts';
import { MailSeriesEntity, mailSeriesStore, type SeriesKey } from './mail-series.ts';

/** A mail about one occurrence, or about several. */
export const NotificationEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'notification', version: '1' },
    attributes: {
      /** The id of the occurrence, or of those that were collected. What is reported twice is one notification. */
      notificationId: { type: 'string', required: true },
      DealerKey: { type: 'number', required: true },
      reason: { type: 'string', required: true },
      to: { ...jsonOf<string[]>(), required: true },
      subject: { type: 'string', required: true },
      text: { type: 'string', required: true },
      /** `collected`: another notification mails it. */
      state: { type: ['waiting', 'sending', 'sent', 'collected'] as const, required: true },
      /** When the overdue collection began that is mailed together with it. Repeated calls mail that too. */
      overdueSince: { type: 'string' },
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

const entities = { notification: NotificationEntity, series: MailSeriesEntity };
const BUSY = new AppError('UNAVAILABLE', 'Other occurrences of this kind are stored at the moment');
/** Long enough for as many occurrences of one series as are handled at once; the call may take 20 s. A failed one would wait two minutes. */
const TURNS = { milliseconds: 12 * SECOND };

/**
 * Notifies the dealer's confirmed contacts of an occurrence, if its settings ask for that. The first occurrence of its kind is mailed
 * at once. Repetitions are collected, for one mail (`mailCollected`). Repeated calls send one mail. A second mail is sent only if the sender
 * dies between sending the mail and storing that.
 * @throws if the mail could not be sent, or another sender is sending it
 */
export async function notify(occurrence: Occurrence, tools: Tools, now: number): Promise<void> {
  const to = await recipients(occurrence, tools);
  if (to.length === 0) return;
  const overdue = await retry(BUSY, () => add(occurrence, to, now), TURNS);
  await send(occurrence.id, tools, now);
  if (overdue) await mailCollected(overdue, tools, now);
}

/** What the dealer's settings say now. An alarm that they send to nobody is counted. */
async function recipients({ DealerKey, reason }: { DealerKey: number; reason: Reason }, tools: Tools) {
  const { notificationSettings } = await dealerSettingsStore.lists(DealerKey);
  const name = settingName(reason, 'Email');
  const setting = notificationSettings.find(({ SettingName }) => SettingName === name);
  if (!setting) return [];
  const confirmed = await contactStore.confirmed(DealerKey, contactsOf(setting.SettingValue));
  if (confirmed.length === 0 && reason === 'Emergency') tools.alarmReachedNobody(DealerKey);
  return confirmed;
}

/** A collection of occurrences: its series, and when it began. */
export type Collection = SeriesKey & { first: string };

/** Stores the notification of an occurrence, unless it has one. Returns the collection of its series if its mail should have been sent long ago. */
async function add(occurrence: Occurrence, to: string[], now: number): Promise<Collection | undefined> {
  const { id: notificationId, UnitSerNum: _unit, kind: _kind, ...content } = occurrence;
  const { data: known } = await NotificationEntity.get({ notificationId }).go({ consistent: true });
  const { DealerKey, reason } = content;
  const series = inSeries(occurrence);
  const key = { DealerKey, reason, about: series.about };
  if (known) return known.overdueSince ? { ...key, first: known.overdueSince } : undefined;
  const itemWith = (text: string, state: 'waiting' | 'collected') =>
    itemOf({ ...content, text, notificationId, to }, state, now);
  const was = await mailSeriesStore.get(key);
  const placed = place(was, { ...content, kind: series.kind }, now);
  const item = placed.atOnce
    ? itemWith(placed.last ? lastMailText(reason, series.about, content.text) : content.text, 'waiting')
    : itemWith(content.text, 'collected');
  const { collected } = placed.series;
  const overdueSince = collected && isOverdue(collected, now) ? collected.first : undefined;
  await change({ entities, refused: { changed: RETRY } }, (write) => [
    write.notification.create({ ...item, ...(overdueSince && { overdueSince }) }).commit(),
    mailSeriesStore.putIn(write.series, was, placed.series, now),
  ]);
  return overdueSince ? { ...key, first: overdueSince } : undefined;
}

/**
 * Mails what was collected since the last mail of a series, to those whom the settings name now. Repeated calls send one mail, as `notify`
 * does.
 */
export async function mailCollected({ first, ...key }: Collection, tools: Tools, now: number): Promise<void> {
  const notificationId = `${key.reason}:${key.about}:${key.DealerKey}:since ${first}`;
  await retry(
    BUSY,
    async () => {
      const series = await mailSeriesStore.get(key);
      if (series.collected?.first !== first) return;
      const mail = mergedMail(key.reason, key.about, series.collected);
      const to = await recipients(key, tools);
      const { DealerKey, reason } = key;
      await change({ entities, refused: { changed: RETRY } }, (write) => [
        mailSeriesStore.putIn(write.series, series, withoutCollected(series, now), now),
        ...(to.length === 0
          ? []
          : [
              write.notification
                .create(itemOf({ ...mail, DealerKey, reason, notificationId, to }, 'waiting', now))
                .commit(),
            ]),
      ]);
    },
    TURNS,
  );
  await send(notificationId, tools, now);
}

const itemOf = (
  notification: Pick<Notification, 'notificationId' | 'DealerKey' | 'reason' | 'to' | 'subject' | 'text'>,
  state: 'waiting' | 'collected',
  now: number,
) => ({ ...notification, state, createdAt: instant(now), expiresAt: expiryOf(now + KEPT_MS) });

/** Mails a notification that waits. */
async function send(notificationId: string, { mail }: Tools, now: number): Promise<void> {
  const notification = await take(notificationId, now);
  if (!notification) return;
  try {
    const { to, subject, text, DealerKey } = notification;
    const dealer = await dealerStore.byKey(DealerKey);
    // Only confirmed contacts get notifications, so the dealer may be named.
    await mail({ to, subject, text, addressee: dealer ? { dealerName: dealer.DealerName } : {} });
  } catch (error) {
    await NotificationEntity.patch({ notificationId }).set({ state: 'waiting' }).remove(['heldUntil']).go();
    throw error;
  }
  await NotificationEntity.patch({ notificationId }).set({ state: 'sent' }).remove(['heldUntil']).go();
}

/** Leases a notification to send it. Undefined if nothing is to be sent; throws while another sender has the lease. */
async function take(notificationId: string, now: number): Promise<Notification | undefined> {
  const { data } = await NotificationEntity.get({ notificationId }).go({ consistent: true });
  if (!data || data.state === 'sent' || data.state === 'collected') return undefined;
  await NotificationEntity.patch({ notificationId })
    .set({ state: 'sending', heldUntil: now + LEASE_MS })
    .where(
      ({ state, heldUntil }, { eq, lt }) =>
        `${eq(state, 'waiting')} OR (${eq(state, 'sending')} AND ${lt(heldUntil, now)})`,
    )
    .go();
  return data;
}
