import type { Order, OrderItem, ShippingRow } from '#core/orders/order.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { csvFile, download } from '#web/components/data-table/export-csv.ts';
import { unitsOfItem } from './units-of-item.ts';

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
  { accessorKey: 'shippedOn', meta: { label: 'Shipped on' } },
  { accessorKey: 'shipper', meta: { label: 'Carrier' } },
  { accessorKey: 'trackingNumber', meta: { label: 'Tracking number' } },
];

async function* linesOf({ orderItems }: Order): AsyncGenerator<readonly Line[]> {
  for (const item of orderItems) {
    const { orderItem, product, profileName, LineID, label } = item;
    for await (const rows of unitsOfItem(item, 'true'))
      yield rows.map((row) => ({ ...row, orderItem, product, profileName, LineID, label }));
  }
}

/** Writes the units of the order as CSV, and offers the file. */
export async function downloadOrder(order: Order): Promise<void> {
  const { file } = await csvFile(COLUMNS, linesOf(order), () => undefined);
  download(`order-${order.OrderNumber}.csv`, file);
}
