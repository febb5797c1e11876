import { Box, Button, Flex } from '@chakra-ui/react';
import {
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  type Row as TableRowModel,
  useReactTable,
} from '@tanstack/react-table';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepInSight } from '../focus/keep-in-sight.ts';
import { useIsPhone } from '../hooks/use-media.ts';
import { useStable } from '../hooks/use-stable.ts';
import { ScrollLine } from '../page/scroll-line.tsx';
import { ProgressLine } from '../progress/progress-line.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { StaleMark } from '../status/stale-mark.tsx';
import { useOpenable } from '../text/openable.tsx';
import { CardList } from './card-list.tsx';
import { columnId, plainCell, resolveVisibility } from './columns.ts';
import { SelectionBar } from './selection-bar.tsx';
import { TableExportButton } from './table-export.tsx';
import { TableFooter } from './table-footer.tsx';
import { TableGrid } from './table-grid.tsx';
import { TableSettings } from './table-settings.tsx';
import type { DataTableProps, TableSort } from './types.ts';
import { useDensity } from './use-density.ts';
import { useRowSelection } from './use-row-selection.ts';

/** One page of many, sorted by itself, would look like the beginning of the sorted list. */
const WHY_NOT_SORTED = 'Only a list on a single page can be sorted. Search, or show more rows per page.';

const DEFAULT_COLUMN = {
  size: 150,
  minSize: 60,
  cell: plainCell,
};

/** The one table: virtual rows, columns by choice, sort, pages by cursor, selection, keyboard, export, and every state a list can be in. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, rowId, selection, exporting, controls } = props;
  const [density] = useDensity(name);
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const unkept = useRef({ current: 0 });
  const toTop = useScrollToTop(scroller, rows);

  const table = useTableModel(props, toTop);
  const shown = table.getRowModel().rows;
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown]);
  const choice = useRowSelection(selection, shownIds);

  const isOpenable = useOpenable();
  const hrefOf = useStable((row: Row) => {
    const href = props.rowHref?.(row);
    return href !== undefined && isOpenable(href) ? href : undefined;
  });
  const open = useStable((row: TableRowModel<Row>, newTab: boolean) => {
    const href = hrefOf(row.original);
    if (href === undefined) props.onOpen?.(row.original);
    else if (newTab) window.open(href, '_blank', 'noopener');
    else void navigate(href);
  });
  const tellOrder = useStable(() => props.onOrder?.(shown.flatMap(({ original }) => hrefOf(original) ?? [])));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the shown rows change
  useEffect(() => {
    if (shown.length > 0) tellOrder();
  }, [shown]);
  const opens = props.rowHref || props.onOpen ? open : undefined;

  const loading = rows === undefined && props.error === undefined;
  const paging = footerPaging(props, toTop.next);
  const instead = insteadOfRows(props, paging?.onNext);
  const view = {
    table,
    label,
    loading,
    outdated: props.outdated === true && !loading,
    choice,
    hrefOf: props.rowHref ? hrefOf : noHref,
    open: opens,
    marked: props.marked,
    scroll: props.scroll ?? unkept.current,
  };

  return (
    <Flex direction="column" gap="3" minH={{ base: '0', md: '18rem' }} minW="0" flex={{ base: 'none', md: '0 1 auto' }}>
      {(controls || exporting || props.onVisibleChange) && (
        <Flex gap="2" align="flex-start" wrap={{ base: 'nowrap', md: 'wrap' }}>
          {controls && (
            <ScrollLine gap="2" flex="1" display={{ base: 'flex', md: 'contents' }}>
              {controls}
            </ScrollLine>
          )}
          <Flex gap="2" ms="auto">
            {exporting && (
              <TableExportButton
                exporting={exporting}
                columns={columns}
                rows={rows && shown.map(({ original }) => original)}
                rowId={rowId}
                selection={selection}
                exportChosen={props.exportChosen}
                onExportChosenChange={props.onExportChosenChange}
                onExportOpen={props.onExportOpen}
              />
            )}
            {props.onVisibleChange && (
              <TableSettings
                name={name}
                columns={columns}
                visible={props.visible}
                onVisibleChange={props.onVisibleChange}
              />
            )}
          </Flex>
        </Flex>
      )}
      <Flex
        direction="column"
        position="relative"
        flex={{ base: 'none', md: '0 1 auto' }}
        minH="0"
        maxH={{ md: 'max(20rem, calc(100dvh - 6rem))' }}
        borderWidth="1px"
        borderColor="border"
        borderRadius="l3"
        bg="bg.panel"
        overflow={{ base: 'visible', md: 'clip' }}
      >
        <ProgressLine shown={props.refreshing === true && rows !== undefined} />
        {instead ??
          (isPhone ? (
            <CardList {...view} />
          ) : (
            <TableGrid
              {...view}
              density={density}
              pageKeys={props.pageKeys ?? true}
              scroller={scroller}
              whyNotSorted={props.sortable === false || isWhole(props) ? undefined : WHY_NOT_SORTED}
            />
          ))}
        <Box position="sticky" bottom="0" zIndex="1">
          {selection && choice && (
            <SelectionBar selection={selection} inSight={rows && shownIds} onClear={choice.clear} />
          )}
        </Box>
        <Box flexShrink="0" onFocus={isPhone ? keepInSight : undefined}>
          <TableFooter paging={paging} loading={loading || props.outdated === true}>
            {rows && props.error && props.updatedAt && (
              <StaleMark since={props.updatedAt} onRetry={props.onRetry} retrying={props.refreshing} />
            )}
          </TableFooter>
        </Box>
      </Flex>
    </Flex>
  );
}

const noHref = () => undefined;

/** The rows are the whole list. */
const isWhole = <Row,>({ paging }: DataTableProps<Row>) =>
  !(paging?.isPart ?? (paging?.onNext !== undefined || paging?.onPrevious !== undefined));

/** The table library's model of the props: visible columns and sorted rows. */
function useTableModel<Row>(props: DataTableProps<Row>, toTop: ScrollToTop) {
  const { columns, rows, rowId, visible, sort, onSortChange } = props;
  const canSort = props.sortable !== false && isWhole(props);
  const [ownSort, setOwnSort] = useState<TableSort>();
  const current = onSortChange ? sort : ownSort;
  // The address gives a new object at each render: an equal sort must not sort the rows again.
  const sortId = canSort ? current?.id : undefined;
  const descending = current?.descending ?? false;
  const sorting = useMemo<SortingState>(
    () => (sortId === undefined ? [] : [{ id: sortId, desc: descending }]),
    [sortId, descending],
  );
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const columnVisibility = useMemo(() => resolveVisibility(columns, visible ?? {}), [columns, visible]);
  const declared = useMemo(() => columns.map((column) => ({ ...column, id: columnId(column) })), [columns]);

  return useReactTable<Row>({
    data,
    columns: declared,
    defaultColumn: DEFAULT_COLUMN,
    state: { sorting, columnVisibility },
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    enableSorting: canSort,
    enableMultiSort: false,
    onSortingChange: (update) => {
      const next = (typeof update === 'function' ? update(sorting) : update)[0];
      toTop.now();
      (onSortChange ?? setOwnSort)(next && { id: next.id, descending: next.desc });
    },
  });
}

/** Replaces missing rows: a failure, an empty list, or an empty page of a list that goes on. */
function insteadOfRows<Row>(
  { rows, error, onRetry, refreshing, label, empty }: DataTableProps<Row>,
  onNext: (() => void) | undefined,
) {
  if (rows === undefined && error !== undefined) {
    return (
      <ErrorState title={`${label} could not be loaded`} description={error} onRetry={onRetry} retrying={refreshing} />
    );
  }
  if (rows?.length === 0 && onNext) {
    return (
      <EmptyState
        title="No match in the part read so far"
        description="The list goes on. The rest has not been searched yet."
        action={
          <Button variant="outline" onClick={onNext}>
            Read on
          </Button>
        }
      />
    );
  }
  if (rows?.length === 0) {
    return <EmptyState {...(empty ?? { title: 'Nothing here yet' })} />;
  }
  return undefined;
}

interface ScrollToTop {
  now: () => void;
  /** Ready when the next rows have arrived. */
  next: () => void;
}

/** Scrolls to the top for another page or order. A refresh of the same rows keeps the position. */
function useScrollToTop(scroller: React.RefObject<HTMLElement | null>, rows: unknown): ScrollToTop {
  const wanted = useRef(false);
  const now = () => scroller.current?.scrollTo({ top: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the requested rows have arrived
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    now();
  }, [rows]);
  return {
    now,
    next: () => {
      wanted.current = true;
    },
  };
}

type Paging = NonNullable<DataTableProps<unknown>['paging']>;

/** The paging controls: without the count while it is unknown, and hidden if nothing was loaded or found and the list ends there. */
function footerPaging<Row>({ paging, rows, error }: DataTableProps<Row>, scroll: () => void): Paging | undefined {
  if (!paging) return undefined;
  const nothing = rows === undefined ? error !== undefined : rows.length === 0;
  if (nothing && !paging.onPrevious && !paging.onNext) return undefined;
  return withScroll({ ...paging, text: rows ? paging.text : undefined }, scroll);
}

const withScroll = (paging: Paging, scroll: () => void): Paging => {
  const andScroll = (go: (() => void) | undefined) =>
    go &&
    (() => {
      scroll();
      go();
    });
  return {
    ...paging,
    onNext: andScroll(paging.onNext),
    onPrevious: andScroll(paging.onPrevious),
    onSizeChange: (size) => {
      scroll();
      paging.onSizeChange(size);
    },
  };
};
