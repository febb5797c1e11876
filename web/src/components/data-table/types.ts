import type { ReactNode } from 'react';
import type { ActionItem } from '../menu/action-item.ts';
import type { DataColumn } from './columns.ts';
import type { RowSelection } from './selection.ts';

export interface TableSort {
  /** The column's id. */
  id: string;
  descending: boolean;
}

/** One page of rows at a time, by cursor; the number of pages is unknown. */
export interface TablePaging {
  /** Rows per page. */
  size: number;
  sizes: readonly number[];
  onSizeChange: (size: number) => void;
  /** Undefined on the last page. */
  onNext: (() => void) | undefined;
  /** Undefined on the first page. */
  onPrevious: (() => void) | undefined;
  /** The shown range in words: `1–100 of 23,410`. */
  text?: string;
  /** The rows are one page of many; whether there is another page when omitted. */
  isPart?: boolean;
}

export interface TableSelection {
  /** Also rows that are not in sight, because they were selected on another page or in another search. */
  ids: RowSelection;
  onChange: (ids: RowSelection) => void;
  /** The number of all matching rows, including those that are not loaded. */
  matching?: number;
  /** All matching rows are selected, loaded or not; `ids` is then ignored. */
  everything?: boolean;
  /** Offers to select all matching rows. */
  onEverythingChange?: (everything: boolean) => void;
  /** The actions for the selected rows. The first two are buttons, the rest a menu. */
  actions?: readonly ActionItem[];
}

/** An export while it runs. */
export interface ExportRun {
  /** Aborted when the user cancels the export. */
  signal: AbortSignal;
  /** Tells the user that a part could not be read. Resolves when they want to go on, rejects when they cancel. */
  goOn(error: unknown): Promise<void>;
}

/** CSV of chosen columns, with the selected rows or with all rows of the list. */
export interface TableExport<Row> {
  /** Without extension: `orders 2026-11-21`. */
  fileName: string;
  /** Reads all rows of the list part by part, if not all are loaded. Fails when the signal is aborted. */
  read?: (run: ExportRun) => AsyncIterable<readonly Row[]>;
  /** The number of rows that `read` returns, if it is known. */
  total?: number;
  /** The columns to choose from; the table's own when omitted. */
  columns?: readonly DataColumn<Row>[];
  /** Why there is nothing to export while there are no rows. */
  nothing?: string;
  /** Reports a finished export: `Exported 23,410 rows`. */
  onExported: (message: string) => void;
}

export interface TableEmpty {
  /** Why there are no rows. */
  title: string;
  /** The next step for the user. */
  description?: ReactNode;
  action?: ReactNode;
}

/** Where a person is in a list. */
export interface KeptPlace {
  /** Pixels from its beginning. */
  current: number;
  /** The row that was opened last. */
  opened?: string | undefined;
}

export interface DataTableProps<Row> {
  /** Identifies the table in this browser's storage (row height). */
  name: string;
  /** The name of the rows, for screen readers and messages: `Orders`. */
  label: string;
  /** Declared once, outside of the component or memoized. The first column stays in place and names the row. */
  columns: readonly DataColumn<Row>[];
  /** Undefined before the first answer. An empty list must be a current answer. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** The address of a row: opened by click and Enter, in a new tab with Ctrl or Command. */
  rowHref?: (row: Row) => string | undefined;
  /** Called with the addresses of the rows in their shown order. */
  onOrder?: (addresses: readonly string[]) => void;
  /** Called when a row without an address is opened. */
  onOpen?: (row: Row) => void;

  /** The user's choice of columns; a column without a choice uses its own default. */
  visible?: Readonly<Record<string, boolean>>;
  /** Stores a new choice. The settings dialog waits for it and stays open when it fails. */
  onVisibleChange?: (visible: Readonly<Record<string, boolean>>) => Promise<unknown> | unknown;

  sort?: TableSort;
  /** Without it the table keeps the order itself. */
  onSortChange?: (sort: TableSort | undefined) => void;
  /** False if the order of the rows has a meaning. Otherwise a list on a single page can be sorted. */
  sortable?: boolean;

  paging?: TablePaging;
  selection?: TableSelection;
  exporting?: TableExport<Row>;
  /** The columns of the last export, if they are stored. */
  exportChosen?: Readonly<Record<string, boolean>> | undefined;
  /** Called with the exported columns if they have changed. */
  onExportChosenChange?: (chosen: Readonly<Record<string, boolean>>) => Promise<unknown> | unknown;
  /** Called before an export. */
  onExportOpen?: () => void;

  /** Newer rows are being loaded; the shown ones stay. */
  refreshing?: boolean;
  /** The rows answer what was asked before. They stay, dimmed, until the answer to what is asked now has loaded. */
  outdated?: boolean;
  /** The error: shown in place of rows if there are none, otherwise as a mark that they are stale. */
  error?: string;
  /** The time at which the shown rows were loaded. */
  updatedAt?: Date;
  onRetry?: () => void;
  empty?: TableEmpty;

  /** The id of the row that a link points out. */
  marked?: string | undefined;

  /** How far the rows are scrolled. The table begins there, and writes to it. */
  scroll?: KeptPlace;

  /** The start of the controls' row: query bar, saved views. */
  controls?: ReactNode;
  /** True (the default) if j and k enter this table from anywhere on the page; for one table per page. */
  pageKeys?: boolean;
}
