import type { ColumnDef, ColumnMeta, RowData, VisibilityState } from '@tanstack/react-table';
import { type CellValue, cellText } from '#core/table-file/cell.ts';
import { isColumnShown } from '#core/table-file/shown-columns.ts';
import type { ChoosableColumn } from './column-choice.ts';

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** The name of the column: in its header, in the settings dialog and in exports. */
    label: string;
    align?: 'start' | 'end';
    /** Identifiers: shown in a monospaced face. */
    monospace?: boolean;
    /** A click on the cell's text copies it. */
    copyable?: boolean;
    /** The exported value, if it differs from the accessor's value. */
    exportValue?: (row: TData) => CellValue;
    /** The text of a cell that the column draws itself, for the width of the column. */
    text?: (row: TData) => string;
    /** The text of a cell with what it shows only if there is room. */
    longText?: (row: TData) => string;
    /** Shown until the user chooses otherwise; true when omitted. */
    shownByDefault?: boolean;
    /** Ids of columns that cannot be shown together with this one; choosing one clears the other. */
    excludes?: readonly string[];
    /** Always shown: it cannot be switched off. */
    locked?: boolean;
    /** Takes the width that is left over. */
    grows?: boolean;
    /** Its place on a phone's card; the first column is the title and the rest are details when omitted. */
    card?: 'title' | 'aside' | 'detail' | 'hidden';
    /** Keeps the type parameter in use; never set. */
    valueType?: TValue;
  }
}

/** A text as wide as a badge: its icon, and its word. */
export const badgeText = (word: string) => `MM${word}`;

/** The width of a column of times with seconds, in the longest format. */
export const TIME_WIDTH = 208;

/** The text of a cell with a time, in the longest format, for the width of its column. */
export const timeText = (at: unknown): string => (at ? 'May 28, 2026, 12:58:58 AM' : '—');

// biome-ignore lint/suspicious/noExplicitAny: TanStack's own columns are heterogeneous in their value type
export type DataColumn<Row> = ColumnDef<Row, any>;

export const columnId = <Row>(column: DataColumn<Row>): string => {
  if (column.id) return column.id;
  if ('accessorKey' in column && column.accessorKey !== undefined)
    return String(column.accessorKey).replaceAll('.', '_');
  throw new Error('A column without accessorKey needs an id');
};

export const columnLabel = <Row>(column: DataColumn<Row>): string => column.meta?.label ?? columnId(column);

/** The exported value of `column` in `row`. */
export function columnValue<Row>(column: DataColumn<Row>, row: Row, index: number): CellValue {
  return column.meta?.exportValue ? column.meta.exportValue(row) : storedValue(column, row, index);
}

/** The value of `column` in `row`. */
function storedValue<Row>(column: DataColumn<Row>, row: Row, index: number): CellValue {
  if ('accessorFn' in column && column.accessorFn) return column.accessorFn(row, index) as CellValue;
  if ('accessorKey' in column && column.accessorKey !== undefined) {
    return String(column.accessorKey)
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row) as CellValue;
  }
  return undefined;
}

/** What a cell shows whose column has no rendering of its own. Quantities have separators of thousands; keys do not. */
export const shownCell = (
  value: unknown,
  meta: Pick<ColumnMeta<never, unknown>, 'align' | 'monospace'> | undefined,
): string =>
  typeof value === 'number' && meta?.align === 'end' && !meta.monospace ? value.toLocaleString('en') : cellText(value);

/** The rendering of a column that has none of its own. */
export const plainCell = ({ getValue, column }: PlainCell): string => shownCell(getValue(), column.columnDef.meta);

interface PlainCell {
  getValue: () => unknown;
  column: { columnDef: { meta?: Parameters<typeof shownCell>[1] } };
}

/** Returns the text of a cell, for the width of the column; undefined if the column draws its cells and does not say. */
export function textOf<Row>(column: DataColumn<Row>): ((row: Row, index: number) => string) | undefined {
  const { text } = column.meta ?? {};
  if (text) return text;
  const isPlain = column.cell === undefined || column.cell === plainCell;
  return isPlain ? (row, index) => shownCell(storedValue(column, row, index), column.meta) : undefined;
}

/** Which columns show: the user's choices, and the columns' own defaults where the user has not chosen. */
export function resolveVisibility<Row>(
  columns: readonly DataColumn<Row>[],
  chosen: Readonly<Record<string, boolean>>,
): VisibilityState {
  const resolved: VisibilityState = {};
  for (const column of columns) {
    const id = columnId(column);
    resolved[id] = isColumnShown({ id, ...column.meta }, chosen);
  }
  return resolved;
}

/** The columns as the choice dialog knows them. */
export const choosable = <Row>(columns: readonly DataColumn<Row>[]): ChoosableColumn[] =>
  columns.map((column) => ({
    id: columnId(column),
    label: columnLabel(column),
    shownByDefault: column.meta?.shownByDefault,
    locked: column.meta?.locked,
    excludes: column.meta?.excludes,
  }));

/** The columns, each offered and chosen, for an export that says more than the table. */
export const allShown = <Row>(columns: readonly DataColumn<Row>[]): DataColumn<Row>[] =>
  columns.map((column) => ({ ...column, meta: { label: columnLabel(column), ...column.meta, shownByDefault: true } }));
