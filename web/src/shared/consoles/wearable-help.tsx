import { Button } from '@chakra-ui/react';
import { Map as MapIcon, MessageSquareText } from 'lucide-react';
import type { ConsoleLocation } from '#core/consoles/locations.ts';
import { MAP_FAILED } from '#core/consoles/messages.ts';
import { location } from '#core/location/contract.ts';
import { sims } from '#core/sims/contract.ts';
import { PING_TEXT } from '#core/sims/text-message.ts';
import { call } from '#web/lib/api/api.ts';
import { showFailureAs, showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';
import { findPlace, openMap } from '../location/open-map.ts';
import type { ConsoleUnit } from './console-unit.ts';

/** P2-M75. */
const TEXT_FAILED = 'An error occurred, please try again.';

/** Opens the map of the newest location with coordinates, or of the last known one. It needs no connection to the unit. */
export function MapButton({ unit, locations }: { unit: ConsoleUnit; locations: readonly ConsoleLocation[] }) {
  const find = () => {
    const newest = locations.find(({ latitude, longitude }) => latitude !== undefined && longitude !== undefined);
    return newest
      ? findPlace({ by: 'coordinates', input: { Latitude: newest.latitude!, Longitude: newest.longitude! } })
      : call(location.lastKnownLocation, { id: unit.UnitSerNum });
  };
  return (
    <Button size="xs" variant="outline" onClick={() => void openMap(find).catch(showFailureAs(MAP_FAILED))}>
      <MapIcon size={14} aria-hidden />
      Map
    </Button>
  );
}

/** Asks the carrier to send the unit the text that makes it connect. It needs no connection to the unit. */
export function SmsButton({ unit: { UnitSerNum, UnitModel } }: { unit: ConsoleUnit }) {
  const send = () =>
    call(sims.smsMessage, { UnitSerNum, UnitModel, textMessage: PING_TEXT }).then(
      () => showSuccess('The carrier has taken the text message'),
      (error: unknown) => showFailureUnder(TEXT_FAILED, error),
    );
  return (
    <Button size="xs" variant="outline" onClick={() => void send()}>
      <MessageSquareText size={14} aria-hidden />
      SMS
    </Button>
  );
}
