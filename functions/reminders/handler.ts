import type { z } from 'zod';
import { dayIn } from '#core/calendar-days.ts';
import { AppError } from '#core/errors.ts';
import { firstSlot, slotAt } from '#core/reminders/batch-window.ts';
import { isStalled, TOO_SLOW } from '#core/reminders/bulk-schedule.ts';
import { reminders } from '#core/reminders/contract.ts';
import {
  MAX_TIME_AHEAD,
  NOT_IN_THE_FUTURE,
  type Reminder,
  ReminderMessage,
  shownReminder,
  TOO_FAR_AHEAD,
} from '#core/reminders/reminder.ts';
import { instant, MINUTE } from '#core/time.ts';
import { inZone, wallClock } from '#core/time-zones.ts';
import { bulkScheduleRowStore } from '#data/reminders/bulk-schedule-rows.ts';
import { bulkScheduleStore } from '#data/reminders/bulk-schedules.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { shownBulkSchedule } from '#data/reminders/shown.ts';
import { goOn } from '#data/reminders/stalled-schedules.ts';
import { unitStore } from '#data/units/units.ts';
import { env } from '#platform/aws/env.ts';
import { serve } from '#platform/http/serve.ts';
import { convertFile } from './convert-file.ts';

export const handler = serve(reminders, {
  async list({ input, scope }) {
    await unitStore.get(scope, input.UnitSerNum);
    return { items: (await reminderStore.list(input.UnitSerNum)).map(shownReminder) };
  },

  /** Stores the reminder. The change stream schedules it, even if this process dies. */
  async schedule({ input, scope }) {
    const now = Date.now();
    const unit = await unitStore.get(scope, input.UnitSerNum);
    const { due, timeZone } = dueOf(input, now);
    if (due < now) throw refused(NOT_IN_THE_FUTURE);
    if (due > now + MAX_TIME_AHEAD) throw refused(TOO_FAR_AHEAD);
    const reminder: Reminder = {
      UnitSerNum: input.UnitSerNum,
      Message: input.Message,
      MessageTime: instant(due),
      timeZone,
      state: 'scheduled',
      createdBy: scope.userName,
      ...repeatOf(input, due, timeZone),
    };
    const options = { replace: input.replace, edited: input.was };
    return shownReminder(await reminderStore.put(scope, unit, reminder, options, now));
  },

  async remove({ input, scope }) {
    const unit = await unitStore.get(scope, input.UnitSerNum);
    await reminderStore.remove(scope, unit, input.Message, Date.now());
    return {};
  },

  /** Stores the rows. The change stream has them scheduled, even if this process dies. */
  async upload({ input, scope }) {
    const now = Date.now();
    const start = firstSlot(now, input.timeZone);
    const lastSlot = Math.floor((input.rows.length - 1) / Number(env('REMINDERS_PER_MINUTE')));
    if (slotAt({ ...input, start }, lastSlot) > now + MAX_TIME_AHEAD)
      throw new AppError('INVALID', TOO_SLOW, [{ path: 'minutesBetween', message: TOO_SLOW }]);
    return shownBulkSchedule(await bulkScheduleStore.create(scope, { ...input, startsAt: instant(start) }, now), now);
  },

  async convert({ input }) {
    return { rows: convertFile(input.file) };
  },

  async last({ input, scope }) {
    const last = await bulkScheduleStore.last(scope, input.type);
    return { last: last ? shownBulkSchedule(last, Date.now()) : null };
  },

  async bulkSchedule({ input: { schedule, ...page }, scope }) {
    const type = ReminderMessage.safeParse(schedule).data;
    const bulk = type ? await bulkScheduleStore.last(scope, type) : await bulkScheduleStore.get(scope, schedule);
    if (!bulk) throw new AppError('NOT_FOUND', 'There is no such schedule');
    return { bulkSchedule: shownBulkSchedule(bulk, Date.now()), ...(await bulkScheduleRowStore.list(bulk, page)) };
  },

  async reschedule({ input, scope }) {
    const now = Date.now();
    const stored = await bulkScheduleStore.get(scope, input.schedule);
    const goesOn = isStalled(stored, now);
    if (input.rows.length === 0 && !goesOn) throw refused('Please select a row', 'rows');
    const startsAt = instant(firstSlot(now, stored.timeZone));
    const left = goesOn ? await goOn(scope, stored, startsAt, now) : new Set<number>();
    const bulk = goesOn ? await bulkScheduleStore.byKey(stored.schedule) : stored;
    const chosen = [...new Set(input.rows)].filter((row) => !left.has(row));
    const rows = await bulkScheduleRowStore.openRows(bulk, chosen);
    if (rows.length === 0 && goesOn) return shownBulkSchedule(bulk, now);
    if (rows.length === 0) throw new AppError('CONFLICT', 'No chosen reminder failed or was missed');
    const besides = goesOn ? bulk.openParts : 0;
    return shownBulkSchedule(
      await bulkScheduleStore.reschedule(scope, bulk, { rows, startsAt }, now, { besides }),
      now,
    );
  },
});

type Asked = z.output<typeof reminders.schedule.input>;

/** When the reminder is due first, in milliseconds, and the zone of its clock. */
function dueOf({ MessageTime, startDate, startTime, timeZone, TimeOffset }: Asked, now: number) {
  const clock = clockOf({ MessageTime, startDate, startTime });
  if (clock === undefined || clock === '') throw refused(NO_TIME);
  if (clock === 'immediately') return { due: now, timeZone: timeZone ?? 'UTC' };
  if (timeZone !== undefined) return { due: inZone(clock, timeZone).getTime(), timeZone };
  if (TimeOffset === undefined) throw refused(NO_ZONE, 'timeZone');
  return { due: inZone(clock, 'UTC').getTime() + TimeOffset * MINUTE, timeZone: 'UTC' };
}

/** The asked date and time, or `immediately`. Undefined or empty if there is none. */
const clockOf = ({ MessageTime, startDate, startTime }: Pick<Asked, 'MessageTime' | 'startDate' | 'startTime'>) =>
  MessageTime ?? (startDate && startTime && `${startDate}T${startTime}`);

function repeatOf(asked: Asked, due: number, timeZone: string) {
  const { repeat, repeatFrequency, endDate, timeZone: given } = asked;
  if (!repeat) return {};
  // An offset changes twice a year, so it cannot say when the reminder is given in half a year.
  if (given === undefined) throw refused(NO_ZONE, 'timeZone');
  const startDate = dayIn(due, timeZone);
  if (endDate !== undefined && endDate < startDate) throw refused(ENDS_BEFORE, 'endDate');
  const clock = clockOf(asked);
  const startTime = (clock && clock !== 'immediately' ? clock : wallClock(due, timeZone)).slice(11, 16);
  return { startDate, startTime, repeatFrequency, ...(endDate !== undefined && { endDate }) };
}

const NO_TIME = 'Choose a date and a time';
const NO_ZONE = 'Choose a time zone';
const ENDS_BEFORE = 'The end date lies before the start date';

const refused = (message: string, path = 'MessageTime') => new AppError('INVALID', message, [{ path, message }]);
