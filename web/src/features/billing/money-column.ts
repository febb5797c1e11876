import { shownCents } from '#core/money.ts';
import { Amount } from '#core/table-file/cell.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';

/** A column of amounts in US dollars with two decimals [P1-K28]. In exports they can be added up. */
export const moneyColumn = <Row>(id: string, label: string, cents: (row: Row) => number): DataColumn<Row> => ({
  id,
  accessorFn: (row) => shownCents(cents(row)),
  size: 130,
  meta: { label, align: 'end', exportValue: (row) => new Amount(cents(row)) },
});
