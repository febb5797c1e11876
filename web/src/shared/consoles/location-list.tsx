import { chakra } from '@chakra-ui/react';
import { MapPin } from 'lucide-react';
import type { ConsoleLocation } from '#core/consoles/locations.ts';
import { Copyable } from '#web/components/text/copyable.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';

/** The latest reported locations, with time and type. */
export function LocationList({ locations }: { locations: readonly ConsoleLocation[] }) {
  return (
    <section aria-label="Latest locations">
      <chakra.h3 textStyle="xs" color="fg.muted" mb="1">
        Latest locations
      </chakra.h3>
      {locations.length === 0 ? (
        <chakra.p color="fg.muted">None yet. “Locate now” asks for one.</chakra.p>
      ) : (
        <chakra.ul borderWidth="1px" borderRadius="l2" overflow="hidden">
          {locations.map((location) => (
            <LocationRow key={location.id} location={location} />
          ))}
        </chakra.ul>
      )}
    </section>
  );
}

function LocationRow({ location: { time, type, latitude, longitude, accuracyMeters } }: { location: ConsoleLocation }) {
  const coordinates =
    latitude !== undefined && longitude !== undefined ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` : undefined;
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="14px minmax(0, 1fr) max-content"
      columnGap="2"
      alignItems="center"
      px="3"
      py="1"
      borderTopWidth="1px"
      borderColor="border.subtle"
      _first={{ borderTopWidth: '0' }}
      textStyle="xs"
    >
      <MapPin size={14} aria-hidden />
      <span>
        <chakra.span fontWeight="600" color={type === 'OldGPS' ? 'warning.fg' : undefined}>
          {type}
        </chakra.span>
        {accuracyMeters !== undefined && <chakra.span color="fg.muted">{` ± ${accuracyMeters} m`}</chakra.span>}
      </span>
      <RelativeTime at={time} focusable />
      <chakra.span gridColumn="2 / -1" color="fg.muted">
        {coordinates ? <Copyable value={coordinates} label="coordinates" /> : 'No coordinates, only nearby networks'}
      </chakra.span>
    </chakra.li>
  );
}
