/** A wall-clock time, kept as the milliseconds that it would be in UTC: 02:30 local is `Date.UTC(..., 2, 30)`. */
export type LocalTime = number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** True for names of the IANA time zone database, such as America/Los_Angeles. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    // Intl also takes offsets such as +02:00, which are no zones.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** What clocks in the zone show at an instant (milliseconds since 1970). */
export function localTimeOf(zone: string, instant: number): LocalTime {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value);
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) + (instant - Math.floor(instant / 1000) * 1000);
}

/** When clocks in the zone show this: never where they jump over it, twice where they are set back. Earliest first. */
export function instantsOf(zone: string, local: LocalTime): number[] {
  const day = 24 * 3600 * 1000;
  const offsets = new Set([local - day, local + day].map((instant) => localTimeOf(zone, instant) - instant));
  return [...offsets]
    .map((offset) => local - offset)
    .filter((instant) => localTimeOf(zone, instant) === local)
    .sort((a, b) => a - b);
}

/** The instant of a wall-clock time; the first of two, and past the jump where clocks jump over it. */
export function instantOf(zone: string, local: LocalTime): number {
  const [first] = instantsOf(zone, local);
  if (first !== undefined) return first;
  const before = local - 24 * 3600 * 1000;
  return local - (localTimeOf(zone, before) - before);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}
