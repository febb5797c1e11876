import type { FoundPlace, LocationService } from '#adapters/location/location.ts';
import { AppError } from '#core/errors.ts';
import { LOCATION_NOT_FOUND } from '#core/location/contract.ts';
import { mapAddress } from '#core/location/map-address.ts';
import { measuredOf } from '#core/location/measured.ts';
import type { ReportedLocation } from '#core/location/reported-location.ts';

/** The place of a report: its own coordinates, else where its networks are. Undefined if nobody knows them. */
export async function findPlace(service: LocationService, reported: ReportedLocation): Promise<FoundPlace | undefined> {
  const { Latitude, Longitude, accuracyMeters } = reported;
  if (Latitude !== undefined && Longitude !== undefined)
    return { Latitude, Longitude, ...(accuracyMeters !== undefined && { accuracyMeters }) };
  const { accessPoints, cells } = measuredOf(reported);
  const byWifi = accessPoints.length > 0 ? await service.byAccessPoints(accessPoints) : undefined;
  return byWifi ?? (cells.length > 0 ? service.byCells(cells) : undefined);
}

/** The first of the reports whose place is known, with the place. Undefined if nobody knows any. */
export async function newestPlace<Reported extends ReportedLocation>(
  service: LocationService,
  newestFirst: readonly Reported[],
): Promise<{ reported: Reported; place: FoundPlace } | undefined> {
  for (const reported of newestFirst) {
    const place = await findPlace(service, reported);
    if (place) return { reported, place };
  }
  return undefined;
}

/** The place as an answer, with the address of its map. NOT_FOUND without a place. */
export function answerOf(place: FoundPlace | undefined) {
  if (!place) throw new AppError('NOT_FOUND', LOCATION_NOT_FOUND);
  return { ...place, locationURL: mapAddress(place) };
}
