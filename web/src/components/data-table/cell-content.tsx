import { type Cell, flexRender, type RowData } from '@tanstack/react-table';
import { Link } from 'react-router';
import { Copyable } from '../text/copyable.tsx';

interface CellContentProps<Row extends RowData> {
  cell: Cell<Row, unknown>;
  /** The link of the row, on the cell that names it. */
  href?: string;
  tabIndex?: number;
}

/** A cell: the column's own rendering or its value, inside a link or a copy button if declared. */
export function CellContent<Row extends RowData>({ cell, href, tabIndex }: CellContentProps<Row>) {
  const { columnDef } = cell.column;
  const { meta } = columnDef;
  const value = cell.getValue();
  const content = flexRender(columnDef.cell, cell.getContext());
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
