import { Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { FULFILLERS } from '#core/orders/access.ts';
import { orders } from '#core/orders/contract.ts';
import type { Order } from '#core/orders/order.ts';
import {
  NO_ROOM_FOR_SHIPMENTS,
  type Shipment,
  shipmentSize,
  shipmentsLeft,
  shippedInWords,
  whyNothingWaits,
} from '#core/orders/shipment.ts';
import { ACTIONS } from '#core/severity.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { Day } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { READS_OF_UNITS } from './order-reads.ts';
import { ShipmentDialog } from './shipment-dialog.tsx';
import { TrackingNumber } from './tracking-number.tsx';

/** What has left the house of an order. People of the root dealer record it. */
export function ShipmentsSection({ order }: { order: Order }) {
  const mayShip = useMay(FULFILLERS);
  const ships = mayShip && order.state !== 'Shipped';
  const { items: waitingUnits, incomplete = 0 } =
    useEndpoint(orders.waitingUnits, ships ? { orderKey: order.orderKey } : null).data ?? {};
  const waiting = waitingUnits?.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = shipmentsLeft(order.shipments);
  const [open, setOpen] = useState<{ shipment?: Shipment }>();
  const confirm = useConfirm();
  const withdraw = useEndpointMutation(orders.withdrawShipment, {
    success: 'Shipment withdrawn',
    refreshes: READS_OF_UNITS,
  });
  const ask = async ({ shipmentKey, ...shipment }: Shipment) => {
    const isSure = await confirm({
      title: 'Withdraw this shipment?',
      consequence: `Its ${unitCount(shipmentSize(shipment))} can be shipped again. A mail that was sent about it stays sent.`,
      actionLabel: 'Withdraw',
      ...ACTIONS.withdrawShipment,
    });
    if (isSure) await withdraw.trigger({ orderKey: order.orderKey, shipmentKey });
  };
  return (
    <SettingSection title="Shipments" description={shippedInWords({ shipped: order.shipped, ordered: order.quantity })}>
      {order.shipments.length > 0 && (
        <SettingList label="Shipments">
          {order.shipments.map((shipment) => (
            <SettingRow
              key={shipment.shipmentKey}
              title={unitCount(shipmentSize(shipment))}
              facts={<Facts shipment={shipment} />}
              actions={
                mayShip && (
                  <>
                    <Button
                      size="xs"
                      variant="outline"
                      aria-label={`Correct the shipment ${nameOf(shipment)}`}
                      onClick={() => setOpen({ shipment })}
                    >
                      Correct
                    </Button>
                    <Button
                      size="xs"
                      variant="outline"
                      aria-label={`Withdraw the shipment ${nameOf(shipment)}`}
                      onClick={() => void ask(shipment)}
                    >
                      Withdraw
                    </Button>
                  </>
                )
              }
            />
          ))}
        </SettingList>
      )}
      {ships && left !== undefined && (
        <chakra.p mt="3" color="fg.muted">
          {left === 0
            ? NO_ROOM_FOR_SHIPMENTS
            : `This order has room for about ${left} more shipments. Ship as many of its units at once as you can.`}
        </chakra.p>
      )}
      {ships && waiting !== undefined && (
        <Flex mt="3">
          {waiting === 0 ? (
            <chakra.p color="fg.muted">{`${whyNothingWaits(order, incomplete)}.`}</chakra.p>
          ) : (
            <Button size="sm" variant="outline" onClick={() => setOpen({})}>
              {`Ship ${unitCount(waiting)}`}
            </Button>
          )}
        </Flex>
      )}
      {open && (
        <ShipmentDialog
          order={order}
          waitingUnits={waitingUnits ?? []}
          shipment={open.shipment}
          onClose={() => setOpen(undefined)}
        />
      )}
    </SettingSection>
  );
}

const nameOf = ({ shippedOn, trackingNumber }: Shipment) => trackingNumber || `of ${shippedOn}`;

const Facts = ({ shipment }: { shipment: Shipment }) => (
  <>
    <Day day={shipment.shippedOn} />
    {` · ${shipment.shipper}`}
    {shipment.trackingNumber && ' · '}
    <TrackingNumber {...shipment} />
    {shipment.places.map(
      ({ orderItem, ranges }) =>
        ` · Item ${orderItem}, place ${ranges.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ')}`,
    )}
  </>
);
