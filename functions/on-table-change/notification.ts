import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import { contactsOf, settingName } from '#core/dealer-settings/notification-settings.ts';
import {
  bulkActionOccurrence,
  downloadOccurrence,
  eventOccurrence,
  isAlarm,
  type Occurrence,
  reminderOccurrence,
  unitOccurrences,
} from '#core/dealer-settings/occurrences.ts';
import { DAY } from '#core/time.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { notificationStore, type StoredNotification } from '#data/dealer-settings/notifications.ts';
import type { TableChange } from '#data/kit/table-change.ts';
import { unitStore } from '#data/units/units.ts';
import { env } from '#platform/aws/env.ts';
import { sendMessage } from '#platform/aws/queue.ts';

const WHOLE_TREE = { dealerPath: '/' };
/** What units tell late, after days without a connection, is in their log; nobody is written to any more. */
const OLDEST = DAY;

/** Keeps a notification for everything in a change that the dealer concerned wants to be written to about. */
export async function notify(change: TableChange): Promise<void> {
  const now = Date.now();
  for (const occurrence of await occurrencesIn(change, now)) {
    const { notificationSettings } = await dealerSettingsStore.lists(occurrence.DealerKey);
    const name = settingName(occurrence.reason, 'Email');
    const setting = notificationSettings.find(({ SettingName }) => SettingName === name);
    if (!setting) continue;
    const { id: notificationId, ...rest } = occurrence;
    await notificationStore.add({ ...rest, notificationId, to: contactsOf(setting.SettingValue) }, now);
  }
}

/** Has a new notification sent. */
export async function sendNew(before: StoredNotification | undefined, after: StoredNotification): Promise<void> {
  if (!before) await sendMessage(env('NOTIFICATION_QUEUE_URL'), { notificationId: after.notificationId });
}

async function occurrencesIn(change: TableChange, now: number): Promise<Occurrence[]> {
  const { before, after } = change;
  if (!after) return [];
  switch (change.entity) {
    case 'unit':
      return change.before ? unitOccurrences(change.before, change.after!) : [];
    case 'event': {
      const { UnitSerNum, place, content } = change.after!;
      if (before || !isAlarm(content) || isOld(content.timeStamp, now)) return [];
      const unit = await unitOf(UnitSerNum);
      return unit ? [eventOccurrence(unit, content, place)!] : [];
    }
    case 'protocolLog': {
      const { UnitSerNum, place, messageType, content } = change.after!;
      if (before || messageType !== 'download' || content?.stage !== 'failed') return [];
      const unit = isOld(place.split('~')[0]!, now) ? undefined : await unitOf(UnitSerNum);
      return unit ? [downloadOccurrence(unit, String(content.MessageType), place)] : [];
    }
    case 'reminder': {
      const reminder = change.after!;
      if (reminder.state !== 'missed' || change.before?.state === 'missed') return [];
      const unit = await unitOf(reminder.UnitSerNum);
      return unit ? [reminderOccurrence(unit, reminder)] : [];
    }
    case 'bulkAction': {
      const bulkAction = change.after!;
      if (!change.before || isFinished(change.before) || !isFinished(bulkAction)) return [];
      return [bulkActionOccurrence({ ...bulkAction, DealerKey: bulkAction.dealerKey })];
    }
    default:
      return [];
  }
}

const isOld = (at: string, now: number) => now - Date.parse(at) > OLDEST;

const unitOf = async (UnitSerNum: string) => (await unitStore.getMany(WHOLE_TREE, [UnitSerNum]))[0];
