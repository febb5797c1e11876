import { isDay } from './calendar-days.ts';
import type { TimeFormat } from './shown-time.ts';

// Days and times of day as people type them, in the order of their format.

const ORDERS: Record<TimeFormat, readonly ('year' | 'month' | 'date')[]> = {
  monthFirst: ['month', 'date', 'year'],
  dayFirst: ['date', 'month', 'year'],
  yearFirst: ['year', 'month', 'date'],
};

/** Shown in an empty field. */
export const DAY_HINTS: Record<TimeFormat, string> = {
  monthFirst: 'MM/DD/YYYY',
  dayFirst: 'DD/MM/YYYY',
  yearFirst: 'YYYY-MM-DD',
};

/** `2026-11-21` as it is typed: `11/21/2026`. Another text stays as it is. */
export function typedDay(day: string, format: TimeFormat): string {
  if (!isDay(day) || format === 'yearFirst') return day;
  const [year, month, date] = day.split('-') as [string, string, string];
  const parts = { year, month, date };
  return ORDERS[format].map((part) => parts[part]).join('/');
}

/**
 * The day of a typed text: `2026-11-21` for `11/21/2026`, `11.21.26` and `2026-11-21`. Empty for an empty text, undefined for anything
 * that is no day of the calendar.
 */
export function readDay(typed: string, format: TimeFormat): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const numbers = text.split(/[\s./-]+/);
  if (numbers.length !== 3 || numbers.some((each) => !/^\d{1,4}$/.test(each))) return undefined;
  const order = numbers[0]!.length === 4 ? ORDERS.yearFirst : ORDERS[format];
  const [year, month, date] = (['year', 'month', 'date'] as const).map((part) => numbers[order.indexOf(part)]!);
  if (year!.length !== 4 && year!.length !== 2) return undefined;
  const day = `${year!.padStart(4, '20')}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** `14:05` as it is typed: `2:05 PM` where the month comes first. Another text stays as it is. */
export function typedTime(time: string, format: TimeFormat): string {
  if (format !== 'monthFirst' || !/^\d\d:\d\d$/.test(time)) return time;
  const [hour, minute] = time.split(':') as [string, string];
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** The time of day of a typed text: `14:05` for `14:05`, `2:05 pm`, `2.05pm` and `1405`. Undefined for anything else. */
export function readTime(typed: string): string | undefined {
  const found = /^(\d{1,2})[:.]?(\d\d)\s*(?:([ap])\.?m\.?)?$/i.exec(typed.trim());
  if (!found) return undefined;
  const [, hours, minute, half] = found;
  const hour = Number(hours);
  if (Number(minute) > 59 || hour > 23) return undefined;
  if (half === undefined) return `${String(hour).padStart(2, '0')}:${minute}`;
  if (hour < 1 || hour > 12) return undefined;
  return `${String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}
