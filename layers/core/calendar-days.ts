import { DAY } from './time.ts';
import { wallClock } from './time-zones.ts';

// Days of the calendar, without a time or a zone: `2026-11-21`.

/** False for a text in another form, and for `2026-02-30`. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && dayAt(at) === text;
}

/** The day of a moment in a zone. */
export const dayIn = (moment: number, timeZone: string): string => wallClock(moment, timeZone).slice(0, 10);

export const plusDays = (day: string, days: number): string => dayAt(Date.parse(day) + days * DAY);

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

const dayAt = (utc: number): string => new Date(utc).toISOString().slice(0, 10);
