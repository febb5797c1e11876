import { chakra } from '@chakra-ui/react';
import { type Shipment, trackingLink } from '#core/orders/shipment.ts';

/** The tracking number, as a link to its carrier if that is known. */
export function TrackingNumber(shipment: Pick<Shipment, 'shipper' | 'trackingNumber'>) {
  const address = trackingLink(shipment);
  if (!address) return shipment.trackingNumber;
  return (
    <chakra.a href={address} target="_blank" rel="noreferrer" color="accent.fg" fontWeight="600">
      {shipment.trackingNumber}
    </chakra.a>
  );
}
