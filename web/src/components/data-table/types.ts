import type { ReactNode } from 'react';
import type { ActionItem } from '../menu/action-item.ts';
import type { DataColumn } from './columns.ts';
import type { RowSelection } from './selection.ts';

export interface TableSort {
  /** The column's id. */
  id: string;
  descending: boolean;
}

/** A page of rows at a time, by cursor: nobody knows how many pages there are. */
export interface TablePaging {
  /** Rows to a page. */
  size: number;
  sizes: readonly number[];
  onSizeChange: (size: number) => void;
  /** Undefined where there is no further page. */
  onNext: (() => void) | undefined;
  /** Undefined on the first page. */
  onPrevious: (() => void) | undefined;
  /** What is shown, in words: `1–100 of 23,410`. */
  text?: string;
}

export interface TableSelection {
  ids: RowSelection;
  onChange: (ids: RowSelection) => void;
  /** How many rows match in all, on pages not loaded too. */
  matching?: number;
  /** Every row that matches is selected, loaded or not; `ids` then does not count. */
  everything?: boolean;
  /** Offers "select all that match". */
  onEverythingChange?: (everything: boolean) => void;
  /** What can be done with the selected rows. The first two are buttons, the rest a menu. */
  actions?: readonly ActionItem[];
}

/** CSV of columns that the person chooses, of the rows selected or else of all rows. */
export interface TableExport<Row> {
  /** Without ending: `orders 2026-11-21`. */
  fileName: string;
  /** Gives the rows where those loaded are not all; the loaded rows when omitted. Not asked while rows are selected. */
  load?: () => Promise<readonly Row[]>;
  /** The columns to choose from; the table's own when omitted. */
  columns?: readonly DataColumn<Row>[];
}

export interface TableEmpty {
  /** Why there are no rows. */
  title: string;
  /** What to do next. */
  description?: ReactNode;
  action?: ReactNode;
}

export interface DataTableProps<Row> {
  /** Tells tables apart on this machine, for what is remembered here (row height). */
  name: string;
  /** What the rows are, for screen readers and messages: `Orders`. */
  label: string;
  /** Declared once, outside of the component or memoized. The first one stays in place and names the row. */
  columns: readonly DataColumn<Row>[];
  /** Undefined before the first answer. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Where a row leads: click, Enter, and Ctrl or Command with either for a new tab. */
  rowHref?: (row: Row) => string | undefined;
  /** What opening does where it leads nowhere. */
  onOpen?: (row: Row) => void;

  /** The person's choice of columns; a column that it does not name shows by its own default. */
  visible?: Readonly<Record<string, boolean>>;
  /** Keeps a new choice. The settings dialog waits for it and stays open when it fails. */
  onVisibleChange?: (visible: Readonly<Record<string, boolean>>) => Promise<unknown> | unknown;

  sort?: TableSort;
  /** Without it the table sorts the rows it was given by itself. */
  onSortChange?: (sort: TableSort | undefined) => void;
  /** `rows` sorts what was given; `caller` shows the order given, which the caller had sorted. */
  sortedBy?: 'rows' | 'caller';

  paging?: TablePaging;
  selection?: TableSelection;
  exporting?: TableExport<Row>;
  /** Which columns were exported last, where that is kept. */
  exportChosen?: Readonly<Record<string, boolean>> | undefined;
  /** Called with the columns that were exported, where they are others than before. */
  onExportChosenChange?: (chosen: Readonly<Record<string, boolean>>) => Promise<unknown> | unknown;
  /** Called when somebody is about to export. */
  onExportOpen?: () => void;

  /** Fresher rows are being fetched; those shown stay. */
  refreshing?: boolean;
  /** What went wrong: in place of rows where there are none, else as a mark that they are stale. */
  error?: string;
  /** When the rows shown were fetched. */
  updatedAt?: Date;
  onRetry?: () => void;
  empty?: TableEmpty;

  /** Left in the row of controls: query bar, saved views. */
  controls?: ReactNode;
  /** Whether j and k enter this table from anywhere on the page; one table to a page. True when omitted. */
  pageKeys?: boolean;
}
