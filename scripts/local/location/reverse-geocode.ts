import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { PLACES, type Place, type Position } from './places.ts';

/** Limits as in the Amazon Location Places API reference, ReverseGeocode. Its other members are refused. */
const ReverseGeocodeInput = z.strictObject({
  QueryPosition: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  /** A stored address has its own price. */
  IntendedUse: z.enum(['SingleUse', 'Storage']).default('SingleUse'),
});

/** The maximum distance of an address, or else of a town, in metres. */
const ADDRESS_RADIUS = 500;
const TOWN_RADIUS = 30_000;

/** The nearest address; outside its radius the town, and an empty list without either. */
export function reverseGeocode(body: unknown): { pricingBucket: string; reply: object } {
  const parsed = ReverseGeocodeInput.safeParse(body);
  if (!parsed.success) throw new AwsError(400, 'ValidationException', 'Input validation failed');
  const { QueryPosition, IntendedUse } = parsed.data;
  const [nearest] = PLACES.map((place) => ({ place, distance: metresBetween(QueryPosition, place.position) })).sort(
    (one, other) => one.distance - other.distance,
  );
  const { place, distance } = nearest!;
  return {
    pricingBucket: IntendedUse === 'Storage' ? 'Stored' : 'Core',
    reply: { ResultItems: distance <= TOWN_RADIUS ? [resultItem(place, distance)] : [] },
  };
}

function resultItem({ id, number, street, locality, region, country, postalCode, position }: Place, distance: number) {
  const isAddress = distance <= ADDRESS_RADIUS;
  const type = isAddress ? 'PointAddress' : 'Locality';
  const town = `${locality}, ${region.code}`;
  const Label = isAddress ? `${number} ${street}, ${town} ${postalCode}, ${country.name}` : `${town}, ${country.name}`;
  return {
    PlaceId: `${type}-${id}`,
    PlaceType: type,
    Title: Label,
    Address: {
      Label,
      Country: { Code2: country.code2, Code3: country.code3, Name: country.name },
      Region: { Code: region.code, Name: region.name },
      Locality: locality,
      ...(isAddress && { PostalCode: postalCode, Street: street, AddressNumber: number }),
    },
    Position: position,
    Distance: Math.round(distance),
  };
}

const EARTH_RADIUS_METRES = 6_371_000;

/** The distance along the great circle. */
function metresBetween([fromLongitude, fromLatitude]: Position, [toLongitude, toLatitude]: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2;
  const chord =
    half(toLatitude - fromLatitude) +
    Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * half(toLongitude - fromLongitude);
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(chord));
}
