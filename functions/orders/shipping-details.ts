import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { orders } from '#core/orders/contract.ts';
import { shownItem, unitIDAt } from '#core/orders/rules.ts';
import { itemShipping, shipmentOf } from '#core/orders/shipment.ts';
import type { Scope } from '#core/scope.ts';
import { staleCursor } from '#data/kit/page.ts';
import { unitsAtPlaces } from '#data/orders/order-units.ts';
import { orderStore } from '#data/orders/orders.ts';
import { udisOf } from '#data/orders/udis.ts';

type Given = z.output<typeof orders.shippingDetails.input>;

/** The units of an order item, place by place. The cursor is the place before the page. */
export async function shippingDetails(scope: Scope, { uidOrderItemKey, showUDI, cursor, pageSize }: Given) {
  const [orderKey, number] = uidOrderItemKey.split('-') as [string, string];
  const order = await orderStore.get(scope, orderKey);
  const item = order.items[Number(number) - 1];
  if (!item) throw new AppError('NOT_FOUND', 'There is no such order item');
  const after = cursor === undefined ? 0 : Number(cursor);
  if (!/^\d{0,5}$/.test(cursor ?? '') || after >= item.orderItemQuantity) throw staleCursor();
  const last = Math.min(after + pageSize, item.orderItemQuantity);
  const withUDI = showUDI === 'true' && item.fileName !== '';
  const [udis, units] = await Promise.all([
    withUDI ? udisOf(item.orderItemKey, after + 1, last - after) : [],
    unitsAtPlaces(orderKey, Number(number), [after + 1, last]),
  ]);
  const items = Array.from({ length: last - after }, (_, index) => {
    const place = after + 1 + index;
    const { UnitSerNum = '', leaving, lacksProfile, isHistory } = units.get(place) ?? {};
    const shown = shownItem(item, 0, '');
    const shipment = shipmentOf(order, Number(number), place);
    return {
      place,
      UnitID: shown.UseSerNumAsUID ? UnitSerNum : unitIDAt(item, place),
      ...(withUDI && { UDI: udis[index] ?? '' }),
      UnitSerNum,
      ...(leaving && { leaving }),
      ...(lacksProfile && { isIncomplete: true }),
      ...(isHistory && { isHistory }),
      shippedOn: shipment?.shippedOn ?? '',
      shipper: shipment?.shipper ?? '',
      trackingNumber: shipment?.trackingNumber ?? '',
    };
  });
  const isLast = last === item.orderItemQuantity;
  return {
    items,
    cursor: isLast ? null : String(last),
    showUDI: withUDI,
    origData: shownItem(item, Number(number) - 1, orderKey),
    shipping: itemShipping(order, Number(number)),
  };
}
