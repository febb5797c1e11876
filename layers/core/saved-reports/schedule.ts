import { z } from 'zod';
import { dayIn, plusDays } from '../calendar-days.ts';
import { type TimeFormat, timeOfDay } from '../shown-time.ts';
import { HOUR } from '../time.ts';
import { inZone, TimeZone, wallClock } from '../time-zones.ts';

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** When a report is sent, by the clock of a zone. */
export const ReportSchedule = z.object({
  every: z.enum(FREQUENCIES),
  weekday: z.enum(WEEKDAYS).default('Monday'),
  /** Of the month. A shorter month has its last day. */
  day: z.int('Choose a day').min(1, 'The day is at least 1').max(31, 'The day is at most 31').default(1),
  hour: z.int('Choose an hour').min(0).max(23),
  timeZone: TimeZone,
});
export type ReportSchedule = z.output<typeof ReportSchedule>;

/** The longest time between two times of a schedule, in days, and one more. */
const LONGEST_DAYS = 33;

/**
 * The first time of a schedule after a moment, both in milliseconds. Each day has the time once: an hour that a clock change repeats counts
 * once, and instead of an hour that it skips, the hour after it counts.
 */
export function nextTime(schedule: ReportSchedule, after: number): number {
  const { hour, timeZone } = schedule;
  const clock = `${String(hour).padStart(2, '0')}:00`;
  const first = dayIn(after, timeZone);
  for (let count = 0; count < LONGEST_DAYS; count++) {
    const day = plusDays(first, count);
    if (!isDayOf(schedule, day)) continue;
    const time = momentOf(`${day}T${clock}`, timeZone);
    if (time > after) return time;
  }
  throw new Error('A schedule has a time in each month');
}

/** `inZone` counts a skipped time with the offset after the change, which is before the change by as much as the change skips. */
function momentOf(localTime: string, timeZone: string): number {
  const moment = inZone(localTime, timeZone).getTime();
  const skipped = Date.parse(`${localTime}Z`) - Date.parse(`${wallClock(moment, timeZone)}Z`);
  return moment + Math.max(skipped, 0);
}

function isDayOf({ every, weekday, day }: ReportSchedule, date: string): boolean {
  if (every === 'daily') return true;
  if (every === 'weekly') return WEEKDAYS[(new Date(Date.parse(date)).getUTCDay() + 6) % 7] === weekday;
  const isLast = plusDays(date, 1).slice(5, 7) !== date.slice(5, 7);
  const dayOfMonth = Number(date.slice(8));
  return dayOfMonth === day || (isLast && dayOfMonth < day);
}

/** The time of day of an hour: `8:00 AM`. */
export const hourWords = (hour: number, format: TimeFormat): string =>
  timeOfDay(new Date(hour * HOUR), { format, timeZone: 'UTC' });

/** `Every Monday at 08:00`, in the format of a person. */
export function scheduleWords({ every, weekday, day, hour }: ReportSchedule, format: TimeFormat = 'yearFirst'): string {
  const at = `at ${hourWords(hour, format)}`;
  if (every === 'daily') return `Every day ${at}`;
  if (every === 'weekly') return `Every ${weekday} ${at}`;
  return `On day ${day} of each month ${at}`;
}
