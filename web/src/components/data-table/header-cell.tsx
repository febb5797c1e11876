import type { Header, RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

interface HeaderCellProps<Row extends RowData> {
  header: Header<Row, unknown>;
  /** `title` for the first column, which stays in place. */
  sticky?: 'title';
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** A column's head: its label, and a button that sorts by it if possible. */
export function HeaderCell<Row extends RowData>({ header, sticky }: HeaderCellProps<Row>) {
  const { column } = header;
  const meta = column.columnDef.meta;
  const label = meta?.label ?? column.id;
  // A sort from the address can name a column that this list cannot sort by.
  const sorted = column.getCanSort() && column.getIsSorted();
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      data-align={meta?.align}
      data-sticky={sticky}
      aria-sort={sorted ? ARIA_SORT[sorted] : column.getCanSort() ? 'none' : undefined}
      title={label}
    >
      {column.getCanSort() ? (
        <button type="button" data-sort onClick={column.getToggleSortingHandler()}>
          <span>{label}</span>
          <Icon size={13} aria-hidden />
        </button>
      ) : (
        label
      )}
    </th>
  );
}
