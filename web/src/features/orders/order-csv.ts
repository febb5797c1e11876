import { orders } from '#core/orders/contract.ts';
import type { Order, OrderItem, ShippingRow } from '#core/orders/order.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { csvFile, download } from '#web/components/data-table/export-csv.ts';
import { call } from '#web/lib/api/api.ts';

const PAGE_SIZE = 1000;

type Line = ShippingRow & Pick<OrderItem, 'orderItem' | 'product' | 'profileName' | 'LineID' | 'label'>;

const COLUMNS: readonly DataColumn<Line>[] = [
  { accessorKey: 'orderItem', meta: { label: 'Item' } },
  { accessorKey: 'product', meta: { label: 'Product' } },
  { accessorKey: 'profileName', meta: { label: 'Profile' } },
  { accessorKey: 'label', meta: { label: 'Label' } },
  { accessorKey: 'place', meta: { label: 'Unit' } },
  { accessorKey: 'LineID', meta: { label: 'Line ID' } },
  { accessorKey: 'UnitID', meta: { label: 'Unit ID' } },
  { accessorKey: 'UnitSerNum', meta: { label: 'Serial number' } },
  { accessorKey: 'UDI', meta: { label: 'UDI' } },
];

/** The units of the order, item by item and page by page. */
async function* linesOf({ orderItems }: Order): AsyncGenerator<readonly Line[]> {
  for (const { orderItem, product, profileName, LineID, label, uidOrderItemKey } of orderItems) {
    let cursor: string | null = null;
    do {
      const page: { items: ShippingRow[]; cursor: string | null } = await call(orders.shippingDetails, {
        ...{ uidOrderItemKey, showUDI: 'true' as const, pageSize: PAGE_SIZE },
        ...(cursor && { cursor }),
      });
      yield page.items.map((row) => ({ ...row, orderItem, product, profileName, LineID, label }));
      cursor = page.cursor;
    } while (cursor);
  }
}

/** Writes the units of the order as CSV, and offers the file. */
export async function downloadOrder(order: Order): Promise<void> {
  const { file } = await csvFile(COLUMNS, linesOf(order), () => undefined);
  download(`order-${order.OrderNumber}.csv`, file);
}
