import { z } from 'zod';
import { DAY } from './time.ts';

/** A name of the IANA database: `America/Denver`. */
export const TimeZone = z.string().refine(
  (zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
    } catch {
      return false;
    }
  },
  { message: 'No such time zone' },
);

/**
 * The moment of a wall-clock time in a zone: `2026-11-21T09:30` in `America/Denver` is 16:30 UTC. Seconds are dropped.
 * In the hour that a clock change skips or repeats, the offset after the change counts.
 */
export function inZone(localTime: string, timeZone: string): Date {
  const wall = localTime.slice(0, 16);
  const asUtc = utcOf(wall);
  const offsetAt = (moment: number) => utcOf(wallClock(moment, timeZone)) - moment;
  const [before, after] = [asUtc - offsetAt(asUtc - DAY), asUtc - offsetAt(asUtc + DAY)];
  const isBeforeChange =
    after !== before && wallClock(after, timeZone) !== wall && wallClock(before, timeZone) === wall;
  return new Date(isBeforeChange ? before : after);
}

/** A wall-clock time taken for UTC, in milliseconds. A year of five digits needs a sign and a sixth one (ECMA-262, 21.4.1.32). */
const utcOf = (wall: string): number => Date.parse(`${/^\d{5}-/.test(wall) ? '+0' : ''}${wall}Z`);

/** The wall-clock time of a moment in a zone, to the minute: `2026-11-21T09:30`. */
export const wallClock = (moment: number, timeZone: string): string =>
  formatOf(timeZone).format(moment).replace(' ', 'T');

/** By zone: a format is slow to make. There are about 600 zones. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Sweden writes dates in ISO order. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  FORMATS.set(timeZone, format);
  return format;
}
