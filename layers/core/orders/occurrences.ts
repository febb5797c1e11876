import type { Occurrence } from '../dealer-settings/occurrence.ts';
import { unitCount } from '../units/unit-count.ts';
import type { OrderRecord } from './order.ts';
import { orderState, type Shipment, shipmentSize } from './shipment.ts';

type NotifiedOrder = Pick<
  OrderRecord,
  'orderKey' | 'OrderNumber' | 'DealerKey' | 'items' | 'shipments' | 'submittedBy' | 'version'
>;

/** An order was submitted. */
export const submittedOccurrence = ({
  orderKey,
  OrderNumber,
  DealerKey,
  items,
  submittedBy,
}: NotifiedOrder): Occurrence => ({
  id: `Order Submitted:${orderKey}`,
  reason: 'Order Submitted',
  DealerKey,
  subject: `Order Submitted: order ${OrderNumber}`,
  text: `${submittedBy} submitted the order ${OrderNumber} of ${unitCount(items.reduce((sum, { orderItemQuantity }) => sum + orderItemQuantity, 0))}.`,
});

/** Units of an order got other unit IDs than it was submitted with. */
export const renumberedOccurrence = ({ orderKey, OrderNumber, DealerKey, version }: NotifiedOrder): Occurrence => ({
  id: `Order Submitted:${orderKey}:${version}`,
  reason: 'Order Submitted',
  DealerKey,
  subject: `Order ${OrderNumber}: other unit IDs`,
  text: `Units of the order ${OrderNumber} got other unit IDs, because other units have theirs. The order shows which. If labels were printed for them, please print them again.`,
});

/** A shipment of an order is on its way. */
export function shippedOccurrence(order: NotifiedOrder, shipment: Shipment): Occurrence {
  const { orderKey, OrderNumber, DealerKey } = order;
  const { shipmentKey, shipper, trackingNumber, shippedOn } = shipment;
  const by = shipper === 'Other' ? '' : ` by ${shipper}`;
  const tracking = trackingNumber === '' ? '' : ` The tracking number is ${trackingNumber}.`;
  const rest = orderState(order) === 'Shipped' ? ' The order is complete.' : ' The rest of the order follows.';
  return {
    id: `Order Shipped:${orderKey}:${shipmentKey}`,
    reason: 'Order Shipped',
    DealerKey,
    subject: `Order Shipped: order ${OrderNumber}`,
    text: `${unitCount(shipmentSize(shipment))} of the order ${OrderNumber} ${shipmentSize(shipment) === 1 ? 'was' : 'were'} shipped${by} on ${shippedOn}.${tracking}${rest}`,
  };
}
