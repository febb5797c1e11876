import type { Header, RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';

interface HeaderCellProps<Row extends RowData> {
  header: Header<Row, unknown>;
  /** `title` for the first column, which stays in place. */
  sticky: 'title' | undefined;
  /** Why the column cannot be sorted by now, if it can be at other times. */
  whyNotSorted: string | undefined;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** A column's head: its label, and a button that sorts by it if possible. */
export function HeaderCell<Row extends RowData>({ header, sticky, whyNotSorted }: HeaderCellProps<Row>) {
  const { column } = header;
  const { meta, enableSorting = true } = column.columnDef;
  const label = meta?.label ?? column.id;
  const reason = enableSorting && column.accessorFn ? whyNotSorted : undefined;
  const sorted = column.getIsSorted();
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      data-align={meta?.align}
      data-sticky={sticky}
      aria-sort={sorted ? ARIA_SORT[sorted] : column.getCanSort() ? 'none' : undefined}
      title={label}
    >
      {column.getCanSort() || reason ? (
        <DisabledReason reason={reason}>
          <button type="button" data-sort onClick={column.getToggleSortingHandler()}>
            <span>{label}</span>
            <Icon size={13} aria-hidden />
          </button>
        </DisabledReason>
      ) : (
        label
      )}
    </th>
  );
}
