import { type Cell, flexRender, type RowData } from '@tanstack/react-table';
import { Link } from 'react-router';
import { Copyable } from '../text/copyable.tsx';

interface CellContentProps<Row extends RowData> {
  cell: Cell<Row, unknown>;
  /** Where the cell's row leads, on the cell that names the row. */
  href?: string;
  tabIndex?: number;
}

/** What stands in a cell: the column's own rendering, or its value; a link or a click-to-copy around it where declared. */
export function CellContent<Row extends RowData>({ cell, href, tabIndex }: CellContentProps<Row>) {
  const { columnDef } = cell.column;
  const { meta } = columnDef;
  const value = cell.getValue();
  const content =
    columnDef.cell === undefined ? plain(value, meta?.monospace) : flexRender(columnDef.cell, cell.getContext());
  const copied =
    meta?.copyable && (typeof value === 'string' || typeof value === 'number') && value !== ''
      ? String(value)
      : undefined;
  if (href !== undefined) {
    return (
      <>
        <Link to={href} data-title tabIndex={tabIndex}>
          {content}
        </Link>
        {copied !== undefined && <Copyable value={copied} label={meta!.label} tabIndex={tabIndex} iconOnly />}
      </>
    );
  }
  if (copied === undefined) return content;
  return (
    <Copyable value={copied} label={meta!.label} tabIndex={tabIndex}>
      {content}
    </Copyable>
  );
}

/** Amounts get their thousands; an identifier that happens to be a number does not. */
function plain(value: unknown, identifier = false): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && !identifier) return value.toLocaleString('en');
  return String(value);
}
