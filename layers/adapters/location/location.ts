import type { Coordinates } from '#core/location/map-address.ts';
import type { LteCell } from '#core/location/measurements.ts';
import type { AccessPoint } from '#core/unit-messages/values.ts';

/** A place with the radius in metres in which the unit is. */
export interface FoundPlace extends Coordinates {
  accuracyMeters?: number;
}

/** Finds places. Each method returns undefined for a place that is not known, and throws UNAVAILABLE if the service does not answer. */
export interface LocationService {
  byAccessPoints(accessPoints: readonly AccessPoint[]): Promise<FoundPlace | undefined>;
  byCells(cells: readonly LteCell[]): Promise<FoundPlace | undefined>;
  addressOf(place: Coordinates): Promise<string | undefined>;
}
