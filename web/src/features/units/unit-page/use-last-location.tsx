import { MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LOCATION_NOT_FOUND, location } from '#core/location/contract.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { call, type Output } from '#web/lib/api/api.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { openMap } from '#web/shared/location/open-map.ts';

type Found = Output<typeof location.lastKnownLocation>;

/** The action that opens the map at the last known location of a unit, for those who may, and the dialog that describes the place. */
export function useLastLocation(UnitSerNum: string): { actions: ActionItem[]; dialog: ReactNode } {
  const may = useMay(location.lastKnownLocation.access);
  const [found, setFound] = useState<Found>();
  const find = async () => {
    const place = await call(location.lastKnownLocation, { id: UnitSerNum });
    setFound(place);
    return place;
  };
  const action: ActionItem = {
    id: 'lastLocation',
    label: 'Last known location',
    icon: MapPin,
    run: () => void openMap(find).catch(showFailureAs(LOCATION_NOT_FOUND)),
  };
  return {
    actions: may ? [action] : [],
    dialog: found && <PlaceDialog UnitSerNum={UnitSerNum} found={found} onClose={() => setFound(undefined)} />,
  };
}

function PlaceDialog({ UnitSerNum, found, onClose }: { UnitSerNum: string; found: Found; onClose: () => void }) {
  const { locationURL, locationTime, type, formattedAddress, Latitude, Longitude, accuracyMeters } = found;
  return (
    <Dialog open onClose={onClose} title={`Last known location of ${UnitSerNum}`} size="md">
      <KeyValueList
        items={[
          { label: 'Time', value: <ExactTime at={locationTime} zone /> },
          { label: 'Type', value: type },
          { label: 'Address', value: formattedAddress },
          { label: 'Coordinates', value: `${Latitude}, ${Longitude}` },
          { label: 'Accuracy', value: accuracyMeters === undefined ? '' : `${Math.round(accuracyMeters)} m` },
          {
            label: 'Map',
            value: (
              <TextLink to={locationURL} target="_blank">
                Show on map
              </TextLink>
            ),
          },
        ]}
      />
    </Dialog>
  );
}
