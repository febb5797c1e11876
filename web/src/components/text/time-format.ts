import { DAY, HOUR, MINUTE } from '#core/time.ts';

const STEPS: readonly { below: number; size: number; unit: string }[] = [
  { below: HOUR, size: MINUTE, unit: 'min' },
  { below: DAY, size: HOUR, unit: 'h' },
  { below: 60 * DAY, size: DAY, unit: 'd' },
  { below: 2 * 365 * DAY, size: 30.44 * DAY, unit: 'mo' },
  { below: Number.POSITIVE_INFINITY, size: 365.25 * DAY, unit: 'y' },
];

/** `3 min ago`, `in 2 h`, `just now`: the largest whole unit, rounded down. */
export function relativeTime(then: Date, now: Date): string {
  const span = now.getTime() - then.getTime();
  const length = Math.abs(span);
  if (length < MINUTE) return 'just now';
  const { size, unit } = STEPS.find((step) => length < step.below)!;
  const amount = `${Math.floor(length / size)} ${unit}`;
  return span > 0 ? `${amount} ago` : `in ${amount}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string | undefined, seconds: boolean): Intl.DateTimeFormat {
  const key = `${timeZone}/${seconds}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  formatters.set(key, made);
  return made;
}

/** `21 Nov 2026 14:05:09 GMT-7`: the exact time with its zone; the browser's zone when omitted. */
export function exactTime(then: Date, options: { timeZone?: string; seconds?: boolean; zone?: boolean } = {}): string {
  const parts = formatter(options.timeZone, options.seconds ?? true).formatToParts(then);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value;
  const time = [part('hour'), part('minute'), part('second')].filter(Boolean).join(':');
  const date = `${part('day')} ${part('month')} ${part('year')}`;
  return [date, time, (options.zone ?? true) && part('timeZoneName')].filter(Boolean).join(' ');
}

/** `14:05`: the time of day in a zone. */
export function timeOfDay(then: Date, timeZone?: string): string {
  const parts = formatter(timeZone, false).formatToParts(then);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value;
  return `${part('hour')}:${part('minute')}`;
}

/** `12 Oct`, or `12 Oct 2025` in another year than `now`: a day in a zone, the browser's when omitted. */
export function shortDay(then: Date, now: Date, timeZone?: string): string {
  const partsOf = (date: Date) => formatter(timeZone, false).formatToParts(date);
  const part = (date: Date, type: Intl.DateTimeFormatPartTypes) =>
    partsOf(date).find((candidate) => candidate.type === type)?.value;
  const day = `${part(then, 'day')} ${part(then, 'month')}`;
  return part(then, 'year') === part(now, 'year') ? day : `${day} ${part(then, 'year')}`;
}

/**
 * `11/21/2026 14:05 PM`: the specification's 'M/D/Y HH:mm A', word for word: a 24-hour time with AM or PM.
 * `timeZone` is an IANA name, the browser's zone when omitted.
 */
export function portalTime(then: Date, timeZone?: string): string {
  const parts = numbers(timeZone).formatToParts(then);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const half = Number(part('hour')) < 12 ? 'AM' : 'PM';
  return `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')} ${half}`;
}

/**
 * `11/21/2026`: a calendar day `2026-11-21` in the form of `portalTime`; empty for an empty one.
 * @public Used by areas that `npm run new:area` writes.
 */
export const portalDay = (day: string) => day.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$2/$3/$1');

/** The zone of a time, as people write it: `GMT-7`. */
export function zoneOf(then: Date, timeZone?: string): string {
  const parts = formatter(timeZone, false).formatToParts(then);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const numberFormatters = new Map<string | undefined, Intl.DateTimeFormat>();

function numbers(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = numberFormatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  numberFormatters.set(timeZone, made);
  return made;
}
