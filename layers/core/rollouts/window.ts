import { DAY, MINUTE } from '../time.ts';
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

/** When the window opens next in every zone, to five minutes; undefined if it never does, because the zones are too far apart for it. */
export function nextOpening(window: MaintenanceWindow, zones: readonly string[], now: number): number | undefined {
  for (let at = Math.ceil(now / STEP_MS) * STEP_MS; at <= now + DAY + STEP_MS; at += STEP_MS) {
    if (isOpen(window, zones, at)) return at;
  }
  return undefined;
}
