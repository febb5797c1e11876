import { dayIn, firstOfMonth, isDay, plusDays } from '#core/calendar-days.ts';
import { type BucketSize, bucketSizeOf, bucketStarts } from '#core/history/buckets.ts';
import { EARLIEST_DAY } from '#core/history/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { inZone } from '#core/time-zones.ts';

/** The shown part of a timeline, in milliseconds. `to` is its last one. */
export interface Window {
  from: number;
  to: number;
}

/** From this length on the bars are counted. Below, they are the entries themselves. */
const COUNTED_FROM = HOUR;

export type BarSize = BucketSize | 'minute';

const lengthOf = ({ from, to }: Window) => to + 1 - from;

/** The bars of a window; none within a minute. */
export function barSizeOf(window: Window): BarSize | undefined {
  const length = lengthOf(window);
  if (length > COUNTED_FROM) return bucketSizeOf(length);
  return length > MINUTE ? 'minute' : undefined;
}

/** The windows of the bars of a window, in their order. */
export function barWindows(window: Window, size: BarSize, timeZone: string): Window[] {
  const starts = bucketStarts(window.from, window.to, size, timeZone);
  return starts.map((start, index) => ({
    from: Math.max(start, window.from),
    to: Math.min((starts[index + 1] ?? window.to + 1) - 1, window.to),
  }));
}

const midnight = (day: string, timeZone: string) => inZone(`${day}T00:00`, timeZone).getTime();
const daysWindow = (first: string, last: string, timeZone: string): Window => ({
  from: midnight(first < EARLIEST_DAY ? EARLIEST_DAY : first, timeZone),
  to: midnight(plusDays(last, 1), timeZone) - 1,
});

const YEARS = 5;

/** The next larger window: the hour of a minute, then its day, month, year, and five years. Undefined for five years and more. */
export function zoomedOut(window: Window, timeZone: string): Window | undefined {
  const length = lengthOf(window);
  const hour = Math.floor(window.from / HOUR) * HOUR;
  if (length < HOUR) return { from: hour, to: hour + HOUR - 1 };
  const day = dayIn(window.from, timeZone);
  // A day has up to 25 hours.
  if (length < 23 * HOUR) return daysWindow(day, day, timeZone);
  const month = firstOfMonth(day);
  if (length < 28 * DAY) return daysWindow(month, plusDays(firstOfMonth(plusDays(month, 31)), -1), timeZone);
  const year = day.slice(0, 4);
  if (length < 365 * DAY) return daysWindow(`${year}-01-01`, `${year}-12-31`, timeZone);
  const begin = `${Number(dayIn(window.to, timeZone).slice(0, 4)) - YEARS + 1}-01-01`;
  const whole = daysWindow(begin, `${dayIn(window.to, timeZone).slice(0, 4)}-12-31`, timeZone);
  return lengthOf(whole) > length ? whole : undefined;
}

/** The parameters of an address. A window within a day has its instants besides. */
export const windowParameters = (window: Window, timeZone: string): Record<string, string | undefined> => ({
  startDate: dayIn(window.from, timeZone),
  endDate: dayIn(window.to, timeZone),
  from: lengthOf(window) < 23 * HOUR ? instant(window.from) : undefined,
  to: lengthOf(window) < 23 * HOUR ? instant(window.to) : undefined,
});

/** The window of an address with instants; undefined if it has none. */
export function instantsIn(parameters: URLSearchParams): Window | undefined {
  const [from, to] = [Date.parse(parameters.get('from') ?? ''), Date.parse(parameters.get('to') ?? '')];
  return from <= to ? { from, to } : undefined;
}

/** The window of a range of days; undefined if one of them is no day. */
export const windowOfDays = ({ start, end }: { start: string; end: string }, timeZone: string): Window | undefined =>
  isDay(start) && isDay(end) && start <= end ? daysWindow(start, end, timeZone) : undefined;
