import { endCheckTime, endScheduleName, type Reminder, scheduleName } from '#core/reminders/reminder.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import type { Tools } from '../kit/area.ts';
import { reminderStore } from './reminders.ts';

/** EventBridge Scheduler works by the minute. Messages that are due sooner wait in the queue, for up to 15 minutes. */
const MIN_SCHEDULE_MS = 2 * MINUTE;

type Changed = Pick<Reminder, 'UnitSerNum' | 'Message'> & { was?: string };

/**
 * Updates the schedules of a reminder: one message when it is due, and the same message when its time is over. A deleted reminder has
 * no schedule. The handler decides by the time what to do. `was` is the time before the change.
 */
export async function updateSchedules({ UnitSerNum, Message, was }: Changed, tools: Tools, now: number): Promise<void> {
  const current = await reminderStore.get(UnitSerNum, Message);
  if (was !== undefined && was !== current?.MessageTime)
    await tools.unschedule(endScheduleName({ UnitSerNum, Message, MessageTime: was }));
  if (!current) await tools.unschedule(scheduleName({ UnitSerNum, Message }));
  else if (current.state === 'scheduled') await schedule(current, tools, now);
  else if (current.state === 'waiting') await scheduleEnd(current, tools, now);
  const next = await reminderStore.get(UnitSerNum, Message);
  // Two changes of a reminder can run at once. The earlier one must not delete the schedules of the later one.
  if (next?.MessageTime !== current?.MessageTime)
    await updateSchedules({ UnitSerNum, Message, ...(current && { was: current.MessageTime }) }, tools, now);
}

async function schedule(reminder: Reminder, tools: Tools, now: number): Promise<void> {
  await scheduleEnd(reminder, tools, now);
  await bringAt(scheduleName(reminder), new Date(reminder.MessageTime), reminder, tools, now);
}

/** A reminder that waits for its unit was due already. */
const scheduleEnd = (reminder: Reminder, tools: Tools, now: number) =>
  bringAt(endScheduleName(reminder), endCheckTime(reminder), reminder, tools, now);

async function bringAt(name: string, at: Date, reminder: Reminder, tools: Tools, now: number): Promise<void> {
  const { UnitSerNum, Message, MessageTime } = reminder;
  const due = { UnitSerNum, Message, MessageTime };
  const wait = at.getTime() - now;
  if (wait > MIN_SCHEDULE_MS) return tools.schedule(name, at, due);
  await tools.unschedule(name);
  await tools.send('reminder', due, { group: UnitSerNum, delaySeconds: Math.max(0, Math.ceil(wait / SECOND)) });
}
