import type { StyleSpecification } from 'maplibre-gl';

/** Raster tiles, such as `https://tiles.example/{z}/{x}/{y}.png`, set when the web app is built. The policy of the deployment names their origin. */
const TILES = import.meta.env.VITE_MAP_TILES as string | undefined;

/** Degrees between the lines of the bundled style, from the coarse to the fine ones, and the zoom from which each is drawn. */
const GRID = [
  { degrees: 10, fromZoom: 0 },
  { degrees: 1, fromZoom: 5 },
] as const;

/** The style of all maps. Without a tile server it needs no network: it draws the lines of longitude and latitude. */
export const mapStyle = (dark: boolean): StyleSpecification => ({
  version: 8,
  sources: {
    ...Object.fromEntries(
      GRID.map(({ degrees }) => [`grid-${degrees}`, { type: 'geojson' as const, data: gridOf(degrees) }]),
    ),
    ...(TILES && {
      tiles: { type: 'raster' as const, tiles: [TILES], tileSize: 256, attribution: '© OpenStreetMap contributors' },
    }),
  },
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': dark ? '#1b2427' : '#eef3f4' } },
    ...GRID.map(({ degrees, fromZoom }) => ({
      id: `grid-${degrees}`,
      type: 'line' as const,
      source: `grid-${degrees}`,
      minzoom: fromZoom,
      paint: { 'line-color': dark ? '#34444a' : '#c3d0d4', 'line-width': 1 },
    })),
    ...(TILES ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
  ],
});

const MAX_LATITUDE = 85;

function gridOf(degrees: number) {
  const steps = (limit: number) =>
    Array.from({ length: Math.floor((2 * limit) / degrees) + 1 }, (_, index) => -limit + index * degrees);
  const line = (...coordinates: [number, number][]) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'LineString' as const, coordinates },
  });
  return {
    type: 'FeatureCollection' as const,
    features: [
      ...steps(180).map((longitude) => line([longitude, -MAX_LATITUDE], [longitude, MAX_LATITUDE])),
      ...steps(80).map((latitude) => line([-180, latitude], [180, latitude])),
    ],
  };
}
