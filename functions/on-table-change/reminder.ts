import { asksAt, endScheduleName, scheduleName } from '#core/reminders/reminder.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import type { StoredReminder } from '#data/reminders.ts';
import { env } from '#platform/env.ts';
import { sendMessage } from '#platform/queue.ts';
import { schedule, unschedule } from '#platform/schedules.ts';

/** EventBridge Scheduler keeps to the minute: what is due sooner waits in the queue itself, which can hide it up to 15 minutes. */
const TOO_SOON_TO_SCHEDULE = 2 * MINUTE;

/**
 * Has a new or moved reminder given when it is due, and asked after when its time is over; a deleted one not at all. Both are the same
 * message, since what is to be done with it follows from the time.
 */
export async function onReminderChange(before: StoredReminder | undefined, after: StoredReminder | undefined) {
  if (!after) {
    await unschedule(scheduleName(before!));
    return unschedule(endScheduleName(before!));
  }
  if (after.state !== 'scheduled' || (before?.state === 'scheduled' && before.MessageTime === after.MessageTime))
    return;
  const { UnitSerNum, Message, MessageTime } = after;
  const due = { UnitSerNum, Message, MessageTime };
  if (before && before.MessageTime !== MessageTime) await unschedule(endScheduleName(before));
  await bringAt(endScheduleName(after), asksAt(after), due);
  await bringAt(scheduleName(after), new Date(MessageTime), due);
}

async function bringAt(name: string, at: Date, due: object): Promise<void> {
  const wait = at.getTime() - Date.now();
  if (wait > TOO_SOON_TO_SCHEDULE) return schedule(name, at, due);
  await unschedule(name);
  await sendMessage(env('REMINDER_QUEUE_URL'), due, Math.max(0, Math.ceil(wait / SECOND)));
}
