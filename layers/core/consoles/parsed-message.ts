import { z } from 'zod';
import { mapAddress } from '../location/map-address.ts';
import { Instant, instant } from '../time.ts';
import type { LocationReport, WearableReport } from '../unit-messages/wearable-reports.ts';
import { isOldLocation, locationOf } from './locations.ts';

/** What people read of a message of a wearable. Fields that the message does not tell are absent. */
export const ParsedMessage = z.object({
  /** The name of the message in the protocol, such as `location`. */
  type: z.string(),
  MessageTime: Instant.optional(),
  /** The map of the place, however it was found. */
  locationURL: z.string().optional(),
  /** The map of the place, if satellites fixed it. */
  locationURLGPS: z.string().optional(),
  gpsTimeStamp: Instant.optional(),
  /** True if the fix was no longer fresh when it was reported. */
  oldLocation: z.boolean().optional(),
  /** `Update`, or another value that the unit gives. */
  'Report Type': z.string().optional(),
  /** How many access points the unit received. */
  'AP Numbers': z.number().int().optional(),
  /** The latitude of the home, if the wearable is there. */
  'Home Lat': z.number().optional(),
  /** Such as CHIME. */
  Operation: z.string().optional(),
});
export type ParsedMessage = z.infer<typeof ParsedMessage>;

/** The fields of a decoded message, under the names of the specification (portal-2 section 3). */
export function parsedMessage(message: WearableReport | { type: string; MessageTime?: number }): ParsedMessage {
  const { type, MessageTime } = message as { type: string; MessageTime?: number };
  return {
    type,
    ...(MessageTime !== undefined && { MessageTime: instant(MessageTime) }),
    ...(isLocation(message) && placeOf(message)),
    ...('operation' in message && { Operation: message.operation, 'AP Numbers': message.accessPoints.length }),
  };
}

const isLocation = (message: { type: string }): message is LocationReport => message.type === 'location';

const SATELLITE_TYPES: readonly string[] = ['GPS', 'OldGPS', 'Home GPS'];

function placeOf(report: LocationReport) {
  const { latitude, longitude, locationType, gpsTimeStamp, reportType, accessPoints } = report;
  const isLocated = latitude !== undefined && longitude !== undefined;
  const address = isLocated ? mapAddress({ Latitude: latitude, Longitude: longitude }) : undefined;
  return {
    'Report Type': reportType,
    'AP Numbers': accessPoints.length,
    oldLocation: isOldLocation(locationOf(report, '', report.MessageTime)),
    ...(address !== undefined && { locationURL: address }),
    ...(address !== undefined && SATELLITE_TYPES.includes(locationType) && { locationURLGPS: address }),
    ...(gpsTimeStamp !== undefined && { gpsTimeStamp: instant(gpsTimeStamp) }),
    ...(isLocated && locationType.startsWith('Home') && { 'Home Lat': latitude }),
  };
}
