import { DAY, HOUR, MINUTE } from '../time.ts';
import { wallClock } from '../time-zones.ts';
import type { MaintenanceWindow } from './plan.ts';
import { ZONES_OF_STATES } from './state-zones.ts';

const CONTIGUOUS = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'];
const CANADA = [
  'America/Halifax',
  'America/Toronto',
  'America/Winnipeg',
  'America/Regina',
  'America/Edmonton',
  'America/Vancouver',
];
const TELUS = 2;

/**
 * The time zones that the unit may be in: those of the state or province of its customer, or else those of its carrier's country. Units
 * do not tell their zone. Without a customer, the distant zones (Alaska, Hawaii, Newfoundland) are not counted.
 */
export const zonesOf = (state: string | undefined, carrier: number | undefined): readonly string[] =>
  ZONES_OF_STATES[state?.trim().toUpperCase() ?? ''] ?? (carrier === TELUS ? CANADA : CONTIGUOUS);

/** True if the window is open in every zone that the unit may be in. */
export const isOpen = ({ from, to }: MaintenanceWindow, zones: readonly string[], now: number): boolean =>
  zones.every((zone) => {
    const time = wallClock(now, zone).slice(-'00:00'.length);
    return from < to ? from <= time && time < to : from <= time || time < to;
  });

const STEP_MS = 5 * MINUTE;

/**
 * When the window opens next in every zone, to five minutes; undefined if it does not within the time. Within a day it does, unless the zones are too
 * far apart for it.
 */
export function nextOpening(
  window: MaintenanceWindow,
  zones: readonly string[],
  now: number,
  within = DAY + STEP_MS,
): number | undefined {
  for (let at = Math.ceil(now / STEP_MS) * STEP_MS; at <= now + within; at += STEP_MS) {
    if (isOpen(window, zones, at)) return at;
  }
  return undefined;
}

const offsetOf = (zone: string, now: number) => Date.parse(`${wallClock(now, zone)}Z`);

/** How far apart the clocks of the zones are, in milliseconds. A window must be longer to be open in all of them. */
export function clocksApart(zones: readonly string[], now: number): number {
  const offsets = zones.map((zone) => offsetOf(zone, now));
  return Math.max(...offsets) - Math.min(...offsets);
}

const HALF_YEAR_MS = 182 * DAY;
const COUNTRIES = { 'the United States': CONTIGUOUS, Canada: CANADA } as const;

/** No window up to so many hours is open in all of each country at once throughout the year: not all zones have summer time. */
export const hoursApart = (now: number): number =>
  Math.max(
    ...Object.values(COUNTRIES).flatMap((zones) => [now, now + HALF_YEAR_MS].map((at) => clocksApart(zones, at))),
  ) / HOUR;

/** The countries whose units without a known state or province the window leaves out. */
export const countriesLeftOut = (window: MaintenanceWindow, now: number): string[] =>
  Object.entries(COUNTRIES).flatMap(([country, zones]) =>
    nextOpening(window, zones, now) === undefined ? [country] : [],
  );

/** Open for two hours in all of Canada at once, and for three in the United States. */
export const SUGGESTED_WINDOW: MaintenanceWindow = { from: '00:00', to: '06:00' };
