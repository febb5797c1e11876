import { MapPinOff } from 'lucide-react';
import { useLocation } from 'react-router';
import { placeInFragment } from '#core/location/map-address.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { LateMap } from '#web/shared/location/late-map.tsx';

/** A map of the place in the fragment of the address. */
export default function MapPage() {
  const place = placeInFragment(useLocation().hash);
  return (
    <Page>
      <PageHeader title="Map" {...(place && { description: `${place.Latitude}, ${place.Longitude}` })} />
      {place ? (
        <LateMap label="Map of the place" places={[place]} zoom={place.zoom} height="70vh" />
      ) : (
        <EmptyState
          icon={MapPinOff}
          title="No place is chosen"
          description="Open a location from the console or the location history of a unit."
        />
      )}
    </Page>
  );
}
