import { Box, chakra } from '@chakra-ui/react';
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  type LngLatBoundsLike,
  Map as MapLibre,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { type Coordinates, DEFAULT_ZOOM } from '#core/location/map-address.ts';
import { mapStyle } from './map-style.ts';

setWorkerUrl(workerUrl);

interface LocationMapProps {
  label: string;
  /** The newest first. */
  places: readonly Coordinates[];
  zoom?: number;
  height: string;
}

/** Markers with their own address would slow a map down. */
const MAX_MARKERS = 200;

/** A map with a mark at each place. It opens on the newest one, or on all of them if they are far apart. */
export default function LocationMap({ label, places, zoom = DEFAULT_ZOOM, height }: LocationMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [cannotDraw, setCannotDraw] = useState(false);
  const shown = JSON.stringify([
    places.slice(0, MAX_MARKERS).map(({ Longitude, Latitude }) => [Longitude, Latitude]),
    zoom,
  ]);

  useEffect(() => {
    const [points, shownZoom] = JSON.parse(shown) as [[number, number][], number];
    if (!box.current || points.length === 0) return undefined;
    try {
      const dark = document.documentElement.classList.contains('dark');
      const map = new MapLibre({ container: box.current, style: mapStyle(dark), center: points[0]!, zoom: shownZoom });
      map.addControl(new NavigationControl({ showCompass: false }));
      map.addControl(new ScaleControl());
      for (const [index, point] of points.entries())
        new Marker({ color: index === 0 ? '#0f766e' : '#94a3b8', scale: index === 0 ? 1 : 0.6 })
          .setLngLat(point)
          .addTo(map);
      if (points.length > 1) map.fitBounds(boundsOf(points), { padding: 48, maxZoom: shownZoom, animate: false });
      return () => map.remove();
    } catch {
      // A browser without WebGL, such as one in a remote desktop.
      setCannotDraw(true);
      return undefined;
    }
  }, [shown]);

  if (cannotDraw)
    return (
      <chakra.p role="note" color="fg.muted">
        This browser cannot draw maps, because WebGL is off.
      </chakra.p>
    );
  return (
    <Box ref={box} role="region" aria-label={label} h={height} borderWidth="1px" borderRadius="l2" overflow="hidden" />
  );
}

function boundsOf(points: readonly [number, number][]): LngLatBoundsLike {
  const [longitudes, latitudes] = [points.map(([longitude]) => longitude), points.map(([, latitude]) => latitude)];
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
}
