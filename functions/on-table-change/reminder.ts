import { asksAt, endScheduleName, scheduleName } from '#core/reminders/reminder.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { reminderStore, type StoredReminder } from '#data/reminders/reminders.ts';
import { env } from '#platform/aws/env.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { schedule, unschedule } from '#platform/aws/schedules.ts';

/** EventBridge Scheduler keeps to the minute: what is due sooner waits in the queue itself, which can hide it up to 15 minutes. */
const TOO_SOON_TO_SCHEDULE = 2 * MINUTE;

/**
 * Has a new or moved reminder given when it is due, and asked after when its time is over; a deleted one not at all. Both are the same
 * message, since what is to be done with it follows from the time. The reminder as it is now counts: a change that was set aside may
 * come after those that followed it.
 */
export async function onReminderChange(before: StoredReminder | undefined, after: StoredReminder | undefined) {
  const { UnitSerNum, Message } = (after ?? before)!;
  const current = await reminderStore.get(UnitSerNum, Message);
  if (before && before.MessageTime !== current?.MessageTime) await unschedule(endScheduleName(before));
  if (!current) return unschedule(scheduleName({ UnitSerNum, Message }));
  const { MessageTime } = current;
  if (after?.state !== 'scheduled' || after.MessageTime !== MessageTime) return;
  if (before?.state === 'scheduled' && before.MessageTime === MessageTime) return;
  const due = { UnitSerNum, Message, MessageTime };
  await bringAt(endScheduleName(current), asksAt(current), due);
  await bringAt(scheduleName(current), new Date(MessageTime), due);
}

async function bringAt(name: string, at: Date, due: object): Promise<void> {
  const wait = at.getTime() - Date.now();
  if (wait > TOO_SOON_TO_SCHEDULE) return schedule(name, at, due);
  await unschedule(name);
  await sendMessage(env('REMINDER_QUEUE_URL'), due, Math.max(0, Math.ceil(wait / SECOND)));
}
