import type { ReactNode } from 'react';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import type { DataTableProps } from '#web/components/data-table/types.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { QueryBar } from '#web/components/query-bar/query-bar.tsx';
import { isLasting } from '#web/components/states/error-state.tsx';
import { showSuccess } from '../messages/show.ts';
import { keepOrder } from '../page/list-order.ts';
import type { ListPageState } from './use-list-page.ts';

export interface ListTableProps<Row>
  extends Pick<DataTableProps<Row>, 'columns' | 'rowHref' | 'onOpen' | 'marked' | 'empty' | 'sortable'> {
  list: ListPageState<Row>;
  label: string;
  /** Shows a query bar. */
  search?: { label: string; placeholder?: string };
  /** More controls beside the query bar. */
  controls?: ReactNode;
  /** Rows of the list in all, where the server counts them. */
  total?: number | undefined;
  /** Rows can be selected for these actions. */
  selectionActions?: readonly ActionItem[];
  /** All rows of the list can be selected, also those of other pages. */
  everything?: { selected: boolean; onChange: (selected: boolean) => void } | undefined;
  /** Name of the exported file, without ending; the label when omitted. */
  fileName?: string;
  /** Why there is nothing to export while there are no rows. */
  nothingToExport?: string | undefined;
  /** Columns of the export, where they differ from the columns of the table. */
  exportColumns?: readonly DataColumn<Row>[];
  /** Why the list is not read, such as a range that ends before it begins: there are no rows then. */
  problem?: string | undefined;
  /** Words for the failure, where its own message does not do. */
  error?: string | undefined;
}

/** The table of a list: pages, page sizes, sort, search, selection, columns, export of all rows, and each state a list can be in. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, label, search, total, selectionActions, everything } = props;
  const rows = props.problem === undefined ? list.rows : [];
  const error = props.error ?? list.error?.message;
  const isPart = !list.isWhole && props.problem === undefined && list.rows !== undefined;
  const counted = total ?? list.count;
  const known = counted !== undefined && { total: counted };
  return (
    <DataTable<Row>
      name={list.name}
      label={label}
      columns={props.columns}
      rows={rows}
      rowId={list.rowId}
      {...(props.rowHref && { rowHref: props.rowHref, onOrder: keepOrder })}
      {...(props.onOpen && { onOpen: props.onOpen })}
      marked={props.marked}
      {...(props.sortable !== undefined && { sortable: props.sortable })}
      {...(list.sort && { sort: list.sort })}
      onSortChange={list.setSort}
      outdated={list.isOutdated}
      scroll={list.scroll}
      {...list.settings}
      controls={
        (search || props.controls) && (
          <>
            {search && <QueryBar {...search} filters={list.filters} value={list.query} onChange={list.setQuery} />}
            {props.controls}
          </>
        )
      }
      {...(selectionActions && {
        selection: {
          ids: list.selected,
          onChange: list.select,
          ...(total !== undefined && { matching: total }),
          ...(everything && { everything: everything.selected, onEverythingChange: everything.onChange }),
          actions: selectionActions,
        },
      })}
      exporting={{
        fileName: props.fileName ?? label.toLowerCase(),
        ...(props.exportColumns && { columns: props.exportColumns }),
        ...(props.nothingToExport !== undefined && { nothing: props.nothingToExport }),
        ...(isPart && { read: list.readAll, ...known }),
        onExported: showSuccess,
      }}
      paging={{
        size: list.pageSize,
        sizes: list.pageSizes,
        onSizeChange: list.setPageSize,
        onNext: list.goNext,
        onPrevious: list.goPrevious,
        isPart: list.isPart,
        text:
          rows &&
          pageText({
            ...{ number: list.pageNumber, size: list.pageSize, shown: rows.length, ...known },
            goesOn: list.goNext !== undefined,
          }),
      }}
      refreshing={list.refreshing}
      {...(error !== undefined && { error })}
      {...(list.staleSince && { updatedAt: list.staleSince })}
      {...(!isLasting(list.error) && { onRetry: list.retry })}
      {...(props.empty && { empty: props.empty })}
    />
  );
}
