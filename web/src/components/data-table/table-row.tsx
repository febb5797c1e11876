import type { Row as TableRowModel } from '@tanstack/react-table';
import { memo, useRef } from 'react';
import { CellContent } from './cell-content.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { useTabStops } from './use-tab-stops.ts';

interface TableRowProps<Row> {
  row: TableRowModel<Row>;
  /** Position among the shown rows, from 0. */
  index: number;
  /** Changes with the shown columns, so that the row renders again. */
  columnKey: string;
  /** The columns that are drawn, beside the first. The row of the keyboard draws all, so that the key Tab reaches all its controls. */
  from: number;
  to: number;
  selectable: boolean;
  selected: boolean;
  /** The row of the keyboard: only this row and its controls are in the tab order. */
  active: boolean;
  marked: boolean;
  href: string | undefined;
  openable: boolean;
  onSelect: (id: string, on: boolean, shift: boolean) => void;
}

function TableRowView<Row>({
  row,
  index,
  from,
  to,
  selectable,
  selected,
  active,
  marked,
  href,
  openable,
  onSelect,
}: TableRowProps<Row>) {
  const tabIndex = active ? 0 : -1;
  const all = row.getVisibleCells();
  const isWhole = active || to - from === all.length - 1;
  const cells = isWhole ? all : [all[0]!, ...all.slice(from, to)];
  const element = useRef<HTMLTableRowElement>(null);
  useTabStops(element, active);
  return (
    <tr
      ref={element}
      data-row
      data-index={index}
      data-openable={openable || undefined}
      data-marked={marked || undefined}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      tabIndex={tabIndex}
    >
      {selectable && (
        <td data-choice data-sticky="choice">
          <RowCheckbox
            label={`Select ${rowName(row)}`}
            checked={selected}
            tabIndex={tabIndex}
            onChange={(on, shift) => onSelect(row.id, on, shift)}
          />
        </td>
      )}
      {cells.flatMap((cell, position) => {
        const meta = cell.column.columnDef.meta;
        const column = position === 0 ? 0 : from + position - 1;
        return [
          !isWhole && position === 1 && <Undrawn key="before" columns={from - 1} />,
          <td
            key={cell.id}
            aria-colindex={isWhole ? undefined : column + (selectable ? 2 : 1)}
            data-align={meta?.align}
            data-identifier={meta?.monospace || undefined}
            data-sticky={position === 0 ? 'title' : undefined}
          >
            <CellContent cell={cell} href={position === 0 ? href : undefined} tabIndex={tabIndex} />
          </td>,
        ];
      })}
      {!isWhole && <Undrawn columns={all.length - to} />}
    </tr>
  );
}

/** Fills the place of columns out of sight. */
const Undrawn = ({ columns }: { columns: number }) => (columns > 0 ? <td aria-hidden colSpan={columns} /> : null);

/** A row renders again only when its own props change, so that scrolling renders only new rows. */
export const TableRow = memo(TableRowView) as typeof TableRowView;

/** The name of a row: the value of its first column. */
export function rowName<Row>(row: TableRowModel<Row>): string {
  const value = row.getVisibleCells()[0]?.getValue();
  return typeof value === 'string' || typeof value === 'number' ? String(value) : `row ${row.id}`;
}
