import { isFreshFix } from '../consoles/locations.ts';
import { DAY, instant } from '../time.ts';
import type { Cell } from '../unit-messages/common-reports.ts';
import type { UnitReport } from '../unit-messages/messages.ts';
import type { AccessPoint } from '../unit-messages/values.ts';
import type { LocationReport } from '../unit-messages/wearable-reports.ts';

/** How long the log of locations keeps an entry. */
export const LOCATIONS_KEPT_MS = 400 * DAY;

/** What a unit said of its place. Without coordinates, the networks that it received say where it was. */
export interface ReportedLocation {
  timeStamp: string;
  LocationType: string;
  Latitude?: number;
  Longitude?: number;
  accuracyMeters?: number;
  accessPoints: readonly AccessPoint[];
  cells: readonly Cell[];
}

/** The place in a report of a unit; undefined if the report has none. */
export function reportedLocationOf(report: UnitReport): ReportedLocation | undefined {
  if (report.type === 'location') return ofLocation(report);
  if (report.type !== 'event' || report.latitude === undefined || report.longitude === undefined) return undefined;
  return {
    timeStamp: instant(report.MessageTime),
    LocationType: 'GPS',
    ...coordinatesOf(report),
    accessPoints: [],
    cells: [],
  };
}

function ofLocation(report: LocationReport): ReportedLocation | undefined {
  const { MessageTime, locationType, accessPoints, cells } = report;
  const coordinates = coordinatesOf(report);
  if (coordinates.Latitude === undefined && accessPoints.length + cells.length === 0) return undefined;
  const fixedAt = fixTimeOf(report);
  const isOld = locationType === 'GPS' && !isFreshFix(fixedAt, MessageTime);
  return {
    timeStamp: instant(fixedAt),
    LocationType: isOld ? 'OldGPS' : locationType,
    ...coordinates,
    accessPoints,
    cells,
  };
}

/** When the satellites fixed the place. An impossible time of the fix is replaced by that of the report. */
function fixTimeOf({ MessageTime, gpsTimeStamp = MessageTime }: LocationReport): number {
  const age = MessageTime - gpsTimeStamp;
  return age >= 0 && age < LOCATIONS_KEPT_MS ? gpsTimeStamp : MessageTime;
}

interface Coordinates {
  latitude?: number;
  longitude?: number;
  accuracyMeters?: number;
}

function coordinatesOf({
  latitude,
  longitude,
  accuracyMeters,
}: Coordinates): Pick<ReportedLocation, 'Latitude' | 'Longitude' | 'accuracyMeters'> {
  if (latitude === undefined || longitude === undefined) return {};
  return {
    Latitude: latitude,
    Longitude: longitude,
    ...(accuracyMeters !== undefined && { accuracyMeters }),
  };
}
