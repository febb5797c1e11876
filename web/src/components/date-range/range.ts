import dayjs from 'dayjs';

/** Days (`2026-11-21`) or minutes (`2026-11-21T14:05`) in the person's own zone; an empty text is no bound. */
export interface DateRange {
  start: string;
  end: string;
}

export type Granularity = 'day' | 'minute';

const FORMAT: Record<Granularity, string> = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DDTHH:mm' };

export const formatBound = (date: Date, granularity: Granularity): string => dayjs(date).format(FORMAT[granularity]);

/** Why a range is invalid, as a message; undefined if it is valid. The end may equal the start. */
export function rangeProblem(
  range: DateRange,
  limits: { required?: boolean; earliest?: string; latest?: string; longestDays?: number } = {},
): string | undefined {
  const { start, end } = range;
  if (limits.required && !start) return 'Choose a start date';
  if (limits.required && !end) return 'Choose an end date';
  if (start && !dayjs(start).isValid()) return 'The start date is not a date';
  if (end && !dayjs(end).isValid()) return 'The end date is not a date';
  if (start && end && dayjs(end).isBefore(dayjs(start))) return 'The end date is before the start date';
  if (limits.earliest && start && dayjs(start).isBefore(dayjs(limits.earliest)))
    return `The start date is before ${spoken(limits.earliest)}`;
  if (limits.latest && end && dayjs(end).isAfter(dayjs(limits.latest)))
    return `The end date is after ${spoken(limits.latest)}`;
  if (limits.longestDays && start && end && dayjs(end).diff(dayjs(start), 'day', true) > limits.longestDays) {
    return `The range is longer than ${limits.longestDays} days`;
  }
  return undefined;
}

const spoken = (bound: string) => dayjs(bound).format(bound.includes('T') ? 'D MMM YYYY HH:mm' : 'D MMM YYYY');

/** The first and the last millisecond of a range of days or minutes. */
export function rangeInstants(range: DateRange): { from: Date | undefined; to: Date | undefined } {
  const last = range.end.includes('T') ? 'minute' : 'day';
  return {
    from: range.start ? dayjs(range.start).toDate() : undefined,
    to: range.end ? dayjs(range.end).endOf(last).toDate() : undefined,
  };
}
