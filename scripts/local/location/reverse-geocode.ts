import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { localTimeOf } from '../zone.ts';
import { PLACES, type Place, type Position } from './places.ts';

const PLACE_TYPES = [
  'Locality',
  'Intersection',
  'Street',
  'PointAddress',
  'InterpolatedAddress',
  'SecondaryAddress',
  'PointOfInterest',
] as const;

/** Limits as in the Amazon Location Places API reference, ReverseGeocode. */
const ReverseGeocodeInput = z.object({
  QueryPosition: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  QueryRadius: z.int().min(1).max(21_000_000).optional(),
  MaxResults: z.int().min(1).max(100).default(1),
  Filter: z.object({ IncludePlaceTypes: z.array(z.enum(PLACE_TYPES)).min(1).max(7) }).optional(),
  AdditionalFeatures: z
    .array(z.enum(['TimeZone', 'Access', 'Intersections']))
    .min(1)
    .max(3)
    .default(['Access']),
  Language: z.string().min(2).max(35).optional(),
  PoliticalView: z.string().optional(),
  IntendedUse: z.enum(['SingleUse', 'Storage']).default('SingleUse'),
});

interface Found {
  place: Place;
  type: 'PointAddress' | 'Locality';
  distance: number;
}

/** How far from a position its address, or else its town, may be when the request does not say; metres. */
const USUAL_RADIUS = { PointAddress: 500, Locality: 30_000 };

/** The addresses near a position; beyond their reach the town, and an empty list where nothing is known. */
export function reverseGeocode(body: unknown, now: Date): { pricingBucket: string; reply: object } {
  const parsed = ReverseGeocodeInput.safeParse(body);
  if (!parsed.success)
    throw new InvalidFields(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
  const { QueryPosition, QueryRadius, MaxResults, Filter, AdditionalFeatures, IntendedUse } = parsed.data;
  const within = (type: Found['type']) => (found: Found) => found.distance <= (QueryRadius ?? USUAL_RADIUS[type]);
  const wanted = ({ type }: Found) => Filter === undefined || Filter.IncludePlaceTypes.includes(type);
  const found = (['PointAddress', 'Locality'] as const).flatMap((type) =>
    PLACES.map((place) => ({ place, type, distance: metresBetween(QueryPosition, place.position) }))
      .filter(within(type))
      .filter(wanted)
      .sort((a, b) => a.distance - b.distance),
  );
  return {
    // Addresses that are to be kept have a price of their own.
    pricingBucket: IntendedUse === 'Storage' ? 'Stored' : 'Core',
    reply: {
      ResultItems: found.slice(0, MaxResults).map((one) => ({
        ...resultItem(one),
        ...(AdditionalFeatures.includes('TimeZone') ? timeZone(one.place, now) : {}),
      })),
    },
  };
}

/** The service lists each field that it refuses. */
export class InvalidFields extends AwsError {
  readonly fields: { name: string; message: string }[];

  constructor(fields: [name: string, message: string][]) {
    super(400, 'ValidationException', 'Input validation failed');
    this.fields = fields.map(([name, message]) => ({ name, message }));
  }
}

function resultItem({ place, type, distance }: Found) {
  const { id, number, street, locality, region, country, postalCode, position } = place;
  const town = `${locality}, ${region.code}`;
  const Label =
    type === 'Locality' ? `${town}, ${country.name}` : `${number} ${street}, ${town} ${postalCode}, ${country.name}`;
  return {
    PlaceId: `${type}-${id}`,
    PlaceType: type,
    Title: Label,
    Address: {
      Label,
      Country: { Code2: country.code2, Code3: country.code3, Name: country.name },
      Region: { Code: region.code, Name: region.name },
      Locality: locality,
      ...(type === 'PointAddress' ? { PostalCode: postalCode, Street: street, AddressNumber: number } : {}),
    },
    Position: position,
    Distance: Math.round(distance),
  };
}

function timeZone({ zone }: Place, now: Date) {
  const seconds = Math.round((localTimeOf(zone, now.getTime()) - now.getTime()) / 1000);
  const minutes = Math.abs(seconds) / 60;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const Offset = `${seconds < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return { TimeZone: { Name: zone, Offset, OffsetSeconds: seconds } };
}

const EARTH_RADIUS_METRES = 6_371_000;

/** Along the great circle. */
function metresBetween([fromLongitude, fromLatitude]: Position, [toLongitude, toLatitude]: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2;
  const chord =
    half(toLatitude - fromLatitude) +
    Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * half(toLongitude - fromLongitude);
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(chord));
}
