import { type OrderState, orderState } from '#core/orders/shipment.ts';

type Order = Parameters<typeof orderState>[0];

const SHIPPED: OrderState = 'Shipped';

export const isShipped = (order: Order): boolean => orderState(order) === SHIPPED;

/** The row of an order in the list of a dealer. */
export const listedOrder = (above: number, order: Order & { orderKey: string }) => ({
  above,
  orderKey: order.orderKey,
  underWay: isShipped(order) ? 0 : 1,
});
