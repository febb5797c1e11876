import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { z } from 'zod';

dayjs.extend(utc);
dayjs.extend(timezone);

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
 * In the hour that a clock change skips or repeats, it is one of the two possible moments.
 */
export const inZone = (localTime: string, timeZone: string): Date =>
  dayjs.tz(localTime.slice(0, 16), timeZone).toDate();

/**
 * The wall-clock time of a moment in a zone, to the minute: `2026-11-21T09:30`. Not by dayjs, whose conversion is an hour
 * off around a clock change in the zone of the machine. Sweden writes dates in ISO order.
 */
export const wallClock = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(moment)
    .replace(' ', 'T');
