import { labelText } from '#core/orders/labels.ts';
import type { Order, OrderItem } from '#core/orders/order.ts';
import { download } from '#web/components/data-table/export-csv.ts';
import { labelSheets } from './label-sheet.ts';
import { unitsOfItem } from './units-of-item.ts';

/** Writes the unit ID labels of an item as a PDF, and offers the file. Throws if no label has a text yet. */
export async function downloadLabels({ OrderNumber }: Order, item: OrderItem): Promise<void> {
  const texts: string[] = [];
  for await (const rows of unitsOfItem(item, 'false')) texts.push(...rows.map((row) => labelText(item, row)));
  const known = texts.filter((text) => text !== '');
  if (known.length === 0) throw new Error('The units of this item have no serial numbers yet');
  const sheets = await labelSheets(known);
  const file = new Blob([new Uint8Array(sheets)], { type: 'application/pdf' });
  download(`order-${OrderNumber}-item-${item.orderItem}-labels.pdf`, file);
}
