/** The zoom with which a map opens [P2-K54, P3-K52]. */
export const DEFAULT_ZOOM = 16;

export interface Coordinates {
  Latitude: number;
  Longitude: number;
}

/**
 * The address of the map at a place: `/map#16/47.6038/-122.33`. The place is in the fragment, which browsers do not send, so no log of the
 * portal keeps where somebody is.
 */
export const mapAddress = ({ Latitude, Longitude }: Coordinates) => `/map#${DEFAULT_ZOOM}/${Latitude}/${Longitude}`;

/** The place in the fragment of a map's address; undefined if it has none. */
export function placeInFragment(fragment: string): (Coordinates & { zoom: number }) | undefined {
  const [zoom, Latitude, Longitude] = fragment.replace(/^#/, '').split('/').map(numberOf);
  const isPlace = zoom !== undefined && isWithin(Latitude, 90) && isWithin(Longitude, 180);
  return isPlace ? { zoom: Math.min(Math.max(zoom, 0), 22), Latitude, Longitude } : undefined;
}

const numberOf = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined);
const isWithin = (degrees: number | undefined, limit: number): degrees is number =>
  degrees !== undefined && Math.abs(degrees) <= limit;
