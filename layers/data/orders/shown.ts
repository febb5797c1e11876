import type { Order, OrderRecord, OrderRow } from '#core/orders/order.ts';
import { shownItem } from '#core/orders/rules.ts';
import { orderState, shippedQuantity } from '#core/orders/shipment.ts';
import { dealerSettingsStore } from '../dealer-settings/dealer-settings.ts';
import { dealerStore } from '../dealers/dealers.ts';

const rowOf = (order: OrderRecord, DealerName: string): OrderRow => ({
  orderKey: order.orderKey,
  OrderNumber: order.OrderNumber,
  DealerKey: order.DealerKey,
  DealerName,
  submittedAt: order.submittedAt,
  submittedBy: order.submittedBy,
  items: order.items.length,
  quantity: order.items.reduce((sum, { orderItemQuantity }) => sum + orderItemQuantity, 0),
  dealerPO: order.details.dealerPO,
  requestedShipDate: order.details.requestedShipDate,
  state: orderState(order),
  shipped: shippedQuantity(order),
});

export async function shownOrders(orders: readonly OrderRecord[], now: number): Promise<OrderRow[]> {
  const names = await dealerStore.names(
    orders.map(({ DealerKey }) => DealerKey),
    now,
  );
  return orders.map((order) => rowOf(order, names.get(order.DealerKey)!));
}

export async function shownOrder(order: OrderRecord, now: number): Promise<Order> {
  const [[row], { settings }] = await Promise.all([
    shownOrders([order], now),
    dealerSettingsStore.get(order, order.DealerKey),
  ]);
  const { items: _count, ...facts } = row!;
  return {
    ...facts,
    orderItems: order.items.map((item, index) => shownItem(item, index, order.orderKey)),
    details: order.details,
    shippingLocation: order.shippingLocation,
    earliestShipDate: order.earliestShipDate ?? null,
    shipments: order.shipments ?? [],
    unitIDLabel: settings.account.Rules.unitIDLabel,
  };
}
