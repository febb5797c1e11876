import type { FoundPlace, LocationService } from '#adapters/location/location.ts';
import { type Breadcrumb, MAX_LOOK_UPS } from '#core/location/breadcrumb.ts';
import { measuredOf, networksKey } from '#core/location/measured.ts';
import type { LoggedLocation } from '#data/location/location-log.ts';
import { findPlace } from './find-place.ts';
import { sharedLookUps } from './shared-look-ups.ts';

/** About eleven metres: places nearer than that share their address. */
const SAME_ADDRESS_DECIMALS = 4;

/**
 * The locations with their coordinates and addresses, found now: a stored address costs eight times as much. One look-up serves all that
 * ask the same, the newest first. Beyond the limit of a page, and while the service does not answer, places stay as the unit reported them.
 */
export function breadcrumbsOf(service: LocationService, locations: readonly LoggedLocation[]): Promise<Breadcrumb[]> {
  const lookUp = sharedLookUps(MAX_LOOK_UPS);
  return Promise.all(
    locations.map(async (location) => {
      const place = await lookUp<FoundPlace>(placeKey(location), () => findPlace(service, location));
      const address = place && (await lookUp<string>(addressKey(place), () => service.addressOf(place)));
      return {
        id: location.id,
        EventTime: location.timeStamp,
        Latitude: place?.Latitude ?? null,
        Longitude: place?.Longitude ?? null,
        LocationType: location.LocationType,
        formattedAddress: address ?? '',
        ...(place?.accuracyMeters !== undefined && { accuracyMeters: place.accuracyMeters }),
      };
    }),
  );
}

/** The most look-ups that these locations can need: one for the place of each list of networks, and one for each address. */
export function lookUpsFor(locations: readonly LoggedLocation[]): number {
  const places = new Set(locations.map(placeKey).filter((key) => key !== undefined));
  const addresses = new Set(
    locations.flatMap(({ Latitude, Longitude }) =>
      Latitude === undefined || Longitude === undefined ? [] : addressKey({ Latitude, Longitude }),
    ),
  );
  return Math.min(MAX_LOOK_UPS, 2 * places.size + addresses.size);
}

const placeKey = (location: LoggedLocation) =>
  location.Latitude === undefined ? `networks ${networksKey(measuredOf(location))}` : undefined;

const addressKey = ({ Latitude, Longitude }: FoundPlace) =>
  `address ${[Latitude, Longitude].map((degrees) => degrees.toFixed(SAME_ADDRESS_DECIMALS)).join()}`;
