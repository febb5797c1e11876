import { MINUTE } from '../time.ts';
import type { LocationReport } from '../unit-messages/wearable-reports.ts';

/** The console keeps the latest locations, newest first [P2-K27]. */
export const MAX_LOCATIONS = 5;
/** A satellite fix counts as fresh up to this age [P2-S93]. */
export const FRESH_FIX_MAX_AGE = 10 * MINUTE;

/** A location of a wearable. `time` (milliseconds since 1970) is the time of the satellite fix, else that of the report. */
export interface ConsoleLocation {
  id: string;
  time: number;
  /** GPS, OldGPS, Wi-Fi, Home GPS or Home Wi-Fi. */
  type: string;
  latitude?: number;
  longitude?: number;
  accuracyMeters?: number;
}

export const isFreshFix = (fixedAt: number, now: number) => now - fixedAt <= FRESH_FIX_MAX_AGE;

/** Converts a location report to a list entry. A fix that is no longer fresh is OldGPS, whatever the unit calls it. */
export function locationOf(report: LocationReport, id: string, now: number): ConsoleLocation {
  const { locationType, gpsTimeStamp, MessageTime, latitude, longitude, accuracyMeters } = report;
  const stale = locationType === 'GPS' && gpsTimeStamp !== undefined && !isFreshFix(gpsTimeStamp, now);
  return {
    id,
    time: gpsTimeStamp ?? MessageTime,
    type: stale ? 'OldGPS' : locationType,
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    ...(accuracyMeters !== undefined && { accuracyMeters }),
  };
}

/** True for a location that does not answer "where is it now?". */
export const isOldLocation = ({ type }: Pick<ConsoleLocation, 'type'>) => type === 'OldGPS';

/** Adds a location to the latest ones, each once. */
export const withLocation = (locations: readonly ConsoleLocation[], location: ConsoleLocation): ConsoleLocation[] =>
  [location, ...locations.filter(({ id }) => id !== location.id)]
    .sort((left, right) => right.time - left.time)
    .slice(0, MAX_LOCATIONS);
