import { isDay, plusDays } from '#core/calendar-days.ts';
import { shownDay, type TimeStyle } from '#core/shown-time.ts';
import { inZone } from '#core/time-zones.ts';

/** Days (`2026-11-21`) in the user's zone; an empty text is no bound. */
export interface DateRange {
  start: string;
  end: string;
}

export interface RangeLimits {
  required?: boolean | undefined;
  earliest?: string | undefined;
  latest?: string | undefined;
  longestDays?: number | undefined;
}

/** Why a range is invalid, as a message in the user's format; undefined if it is valid. The end may equal the start. */
export function rangeProblem(
  { start, end }: DateRange,
  style: Pick<TimeStyle, 'format'>,
  { required, earliest, latest, longestDays }: RangeLimits = {},
): string | undefined {
  if (required && !start) return 'Choose a start date';
  if (required && !end) return 'Choose an end date';
  if (start && !isDay(start)) return 'The start date is not a day of the calendar';
  if (end && !isDay(end)) return 'The end date is not a day of the calendar';
  if (start && end && end < start) return 'The end date is before the start date';
  if (earliest && start && start < earliest) return `The start date is before ${shownDay(earliest, style)}`;
  if (latest && end && end > latest) return `The end date is after ${shownDay(latest, style)}`;
  if (longestDays && start && end && end > plusDays(start, longestDays))
    return `The range is longer than ${longestDays} days`;
  return undefined;
}

/** The first and the last millisecond of a range of days in a zone. */
export const rangeInstants = (
  { start, end }: DateRange,
  timeZone: string,
): { from: Date | undefined; to: Date | undefined } => ({
  from: isDay(start) ? midnightOf(start, timeZone) : undefined,
  to: isDay(end) ? new Date(midnightOf(plusDays(end, 1), timeZone).getTime() - 1) : undefined,
});

const midnightOf = (day: string, timeZone: string) => inZone(`${day}T00:00`, timeZone);
