import { scheduleName } from '#core/reminders/reminder.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import type { StoredReminder } from '#data/reminders.ts';
import { env } from '#platform/env.ts';
import { sendMessage } from '#platform/queue.ts';
import { schedule, unschedule } from '#platform/schedules.ts';

/** EventBridge Scheduler keeps to the minute: what is due sooner waits in the queue itself, which can hide it up to 15 minutes. */
const TOO_SOON_TO_SCHEDULE = 2 * MINUTE;

/** Has a new or moved reminder given when it is due, and a deleted one not at all. */
export async function onReminderChange(before: StoredReminder | undefined, after: StoredReminder | undefined) {
  if (!after) return before && unschedule(scheduleName(before));
  if (after.state !== 'scheduled' || (before?.state === 'scheduled' && before.MessageTime === after.MessageTime))
    return;
  const { UnitSerNum, Message, MessageTime } = after;
  const due = { UnitSerNum, Message, MessageTime };
  const wait = Date.parse(MessageTime) - Date.now();
  if (wait > TOO_SOON_TO_SCHEDULE) return schedule(scheduleName(after), new Date(MessageTime), due);
  await unschedule(scheduleName(after));
  await sendMessage(env('REMINDER_QUEUE_URL'), due, Math.max(0, Math.ceil(wait / SECOND)));
}
