import { orders } from '#core/orders/contract.ts';
import type { OrderItem, ShippingRow } from '#core/orders/order.ts';
import { call } from '#web/lib/api/api.ts';

const PAGE_SIZE = 1000;

/** The units of an order item, page by page. */
export async function* unitsOfItem(
  { uidOrderItemKey }: Pick<OrderItem, 'uidOrderItemKey'>,
  showUDI: 'true' | 'false',
): AsyncGenerator<readonly ShippingRow[]> {
  let cursor: string | null = null;
  do {
    const page: { items: ShippingRow[]; cursor: string | null } = await call(orders.shippingDetails, {
      ...{ uidOrderItemKey, showUDI, pageSize: PAGE_SIZE },
      ...(cursor && { cursor }),
    });
    yield page.items;
    cursor = page.cursor;
  } while (cursor);
}
