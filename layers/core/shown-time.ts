import { z } from 'zod';
import { TimeZone, wallClock } from './time-zones.ts';

/** The orders in which times are written: `Nov 21, 2026, 2:05 PM`, `21 Nov 2026, 14:05`, `2026-11-21 14:05`. */
export const TIME_FORMATS = ['monthFirst', 'dayFirst', 'yearFirst'] as const;
export const TimeFormat = z.enum(TIME_FORMATS);
export type TimeFormat = z.infer<typeof TimeFormat>;

/** A user's choice. What is missing follows the browser. */
export const TimePreference = z.object({ format: TimeFormat.optional(), timeZone: TimeZone.optional() });
export type TimePreference = z.infer<typeof TimePreference>;

/** How times are shown to a person. */
export interface TimeStyle {
  format: TimeFormat;
  /** A name of the IANA database. */
  timeZone: string;
}

/** The language and the zone of a browser. */
export interface BrowserTimes {
  language: string;
  timeZone: string;
}

export const timeStyleOf = ({ format, timeZone }: TimePreference, browser: BrowserTimes): TimeStyle => ({
  format: format ?? formatOf(browser.language),
  timeZone: timeZone ?? browser.timeZone,
});

/** The format of a locale: what its dates begin with. */
export function formatOf(language: string): TimeFormat {
  const first = new Intl.DateTimeFormat(language).formatToParts(0).find(({ type }) => type !== 'literal')?.type;
  if (first === 'year') return 'yearFirst';
  return first === 'month' ? 'monthFirst' : 'dayFirst';
}

/** The words are English; Sweden writes numbers in ISO order. */
const LOCALES: Record<TimeFormat, string> = { monthFirst: 'en-US', dayFirst: 'en-GB', yearFirst: 'sv-SE' };

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}

/** English with month names uses a narrow space before AM and PM. */
const withPlainSpaces = (text: string) => text.replaceAll(/\s/g, ' ');

const dateStyleOf = (format: TimeFormat) => (format === 'yearFirst' ? 'short' : 'medium');

/** `Nov 21, 2026, 2:05 PM`: a moment, in the style of a person. */
export function shownTime(
  then: Date,
  { format, timeZone }: TimeStyle,
  { seconds = false, zone = false }: { seconds?: boolean; zone?: boolean } = {},
): string {
  const timeStyle = seconds ? 'medium' : 'short';
  const text = formatter(LOCALES[format], { dateStyle: dateStyleOf(format), timeStyle, timeZone }).format(then);
  return withPlainSpaces(zone ? `${text} ${zoneOf(then, timeZone)}` : text);
}

/** `Nov 21, 2026`: a calendar day `2026-11-21`, whatever the zone. */
export const shownDay = (day: string, { format }: Pick<TimeStyle, 'format'>): string =>
  formatter(LOCALES[format], { dateStyle: dateStyleOf(format), timeZone: 'UTC' }).format(Date.parse(day));

/** `Oct 12`, or `Oct 12, 2025` in another year than `now`: the day of a moment. */
export function shortDay(then: Date, now: Date, { format, timeZone }: TimeStyle): string {
  if (format === 'yearFirst') return formatter(LOCALES.yearFirst, { dateStyle: 'short', timeZone }).format(then);
  const yearOf = (date: Date) => formatter('en-US', { year: 'numeric', timeZone }).format(date);
  const year = yearOf(then) === yearOf(now) ? {} : ({ year: 'numeric' } as const);
  return formatter(LOCALES[format], { day: 'numeric', month: 'short', timeZone, ...year }).format(then);
}

/** `2:05 PM`: the time of day. */
export const timeOfDay = (
  then: Date,
  { format, timeZone }: TimeStyle,
  { seconds = false }: { seconds?: boolean } = {},
): string =>
  withPlainSpaces(formatter(LOCALES[format], { timeStyle: seconds ? 'medium' : 'short', timeZone }).format(then));

/**
 * `11/21/2026 02:05 PM`: the specification's 'M/D/Y HH:mm A'. The hour is that of a 12-hour clock, because AM and PM name halves of
 * a day.
 */
export function portalTime(then: Date, timeZone: string): string {
  const [day, time] = wallClock(then.getTime(), timeZone).split('T') as [string, string];
  const [year, month, date] = day.split('-').map(Number);
  const [hour, minute] = time.split(':') as [string, string];
  const clock = `${String(Number(hour) % 12 || 12).padStart(2, '0')}:${minute}`;
  return `${month}/${date}/${year} ${clock} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** The zone of a moment, as people write it: `GMT-7`. */
export const zoneOf = (then: Date, timeZone: string): string =>
  formatter('en-GB', { timeZone, timeZoneName: 'short' })
    .formatToParts(then)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
