import { type Endpoint, routeKey } from '#core/contract.ts';
import type { Page } from '#core/paging.ts';
import { tableSettings } from '#core/table-settings/contract.ts';
import type { RowSelection } from '#web/components/data-table/selection.ts';
import type { ExportRun } from '#web/components/data-table/types.ts';
import { type KeptPages, useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import type { Query, QueryFilter } from '#web/components/query-bar/query.ts';
import { call, type Input, type Output } from '../api/api.ts';
import { type Read, readOf } from '../api/early-reads.ts';
import { useListEndpoint } from '../api/use-list-endpoint.ts';
import { logFailure } from '../messages/show.ts';
import { useEntryScroll, useEntryState } from '../page/entry-state.ts';
import { tableStateFrom } from '../table/table-state.ts';
import { useTableColumns } from '../table/use-table-columns.ts';
import { useTableState } from '../table/use-table-state.ts';
import { readAllPages } from './read-all-pages.ts';
import { useSelections } from './use-selections.ts';

export type ListRow<E extends Endpoint> = Output<E> extends Page<infer Row> ? Row : never;

/** The input of a list without the part that names the page. */
export type ListInput<E extends Endpoint> = E extends Endpoint ? Omit<Input<E>, 'cursor' | 'pageSize'> : never;

/** What a list reads at an address. */
export interface ListReads<E extends Endpoint> {
  /** The table's name: its columns and its row height are kept under it. */
  name: string;
  pageSizes: readonly number[];
  defaultPageSize: number;
  /** Filters of the query bar; their values are in the address. */
  filters?: readonly QueryFilter[];
  /** The input of the endpoint without the page; null reads nothing. */
  input: (query: Query) => ListInput<E> | null;
}

interface ListPageOptions<E extends Endpoint, Row> extends ListReads<E> {
  rowId: (row: NoInfer<Row>) => string;
  /** Rows of an answer; its `items` when omitted. */
  rowsOf?: (answer: Output<E>) => readonly Row[];
  /** Sends the request, where one call is not enough. */
  read?: (input: Input<E>, options?: { signal?: AbortSignal }) => Promise<Output<E>>;
  /** Reports a failure when there are no rows to show, where the specification has words for it. The table shows it anyway. */
  onFailure?: (error: Error) => void;
  /** Milliseconds between readings, 0 for none. */
  refreshInterval?: (latest: Output<E> | undefined) => number;
  /** Each part of a list, such as a tab, has rows and a selection of its own: one never shows those of another. */
  part?: string;
}

/** The first reads of a list page: its first page of rows, and the user's columns. */
export function firstReadsOfList<E extends Endpoint>(
  endpoint: E,
  list: ListReads<E>,
  parameters: URLSearchParams,
): readonly Read[] {
  const { pageSize, query } = tableStateFrom(parameters, list);
  const asked = list.input(query);
  return [
    ...(asked === null ? [] : [readOf(endpoint, { ...asked, pageSize } as Input<E>)]),
    readOf(tableSettings.get, { table: list.name }),
  ];
}

const NOTHING_SELECTED: RowSelection = new Set();

/**
 * The state of a list page: one page of rows, the query in the address, the selection and the user's columns. Page and scroll position
 * are there again after a way back.
 */
export function useListPage<E extends Endpoint, Row = ListRow<E>>(endpoint: E, options: ListPageOptions<E, Row>) {
  const { name, rowId, pageSizes, filters = [], part = '', refreshInterval, read, onFailure = logFailure } = options;
  const rowsOf = options.rowsOf ?? itemsOf;
  const table = useTableState(options);
  const asked = options.input(table.query);
  const pages = useCursorPages(
    JSON.stringify([routeKey(endpoint), table.pageSize, asked]),
    ...useEntryState<KeptPages>(`pages of ${name}`),
  );
  // Together they are an input, but TypeScript cannot derive that for a generic endpoint.
  const inputOf = (page: { pageSize: number; cursor?: string }) => ({ ...asked, ...page }) as Input<E>;
  const list = useListEndpoint(
    endpoint,
    asked && inputOf({ pageSize: table.pageSize, ...(pages.cursor && { cursor: pages.cursor }) }),
    {
      asked: { input: asked, part, pageNumber: pages.pageNumber },
      onFailure,
      ...(read && { read }),
      ...(refreshInterval && { refreshInterval }),
    },
  );
  const { selections, setSelections } = useSelections(name);
  const { data, asked: answered } = list.answer ?? {};
  const cursor = list.isCurrent && data ? cursorOf(data) : undefined;
  const shown = data && answered?.part === part ? rowsOf(data) : undefined;
  const settings = useTableColumns(name, shown !== undefined);
  const holdsAll = data !== undefined && cursorOf(data) === null && answered?.pageNumber === 0;

  return {
    name,
    rowId,
    pageSizes,
    filters,
    ...table,
    answer: data,
    /** The input that the answer answers; the one before while the next answer is under way. */
    answered: answered?.input ?? undefined,
    /** Undefined while they load. An empty list has been read since it is asked for. */
    rows: shown?.length === 0 && !list.isSettled ? undefined : shown,
    /** The number of rows of the list, if the shown page has them all. A list of several pages does not know it. */
    count: holdsAll ? shown?.length : undefined,
    /** The rows answer what was asked before. */
    isOutdated: !list.isCurrent,
    error: list.error,
    staleSince: list.staleSince,
    retry: list.retry,
    /** Hidden for a list that reads itself at an interval. */
    refreshing: list.isValidating && (!list.isCurrent || !refreshInterval),
    /** The page of the rows. */
    pageNumber: answered?.pageNumber ?? pages.pageNumber,
    scroll: useEntryScroll(name),
    goNext: pages.goNext(cursor),
    /** The rows are one page of many. */
    isPart: data !== undefined && (cursorOf(data) !== null || (answered?.pageNumber ?? 0) > 0),
    goPrevious: pages.goPrevious,
    /** The rows are the whole list, and answer the present search. */
    isWhole: list.isCurrent && pages.pageNumber === 0 && cursor === null,
    selected: selections[part] ?? NOTHING_SELECTED,
    select: (ids: RowSelection) => setSelections({ ...selections, [part]: ids }),
    setSelections,
    /** Reads every page of the list as it is asked for now, with its search and its filters. */
    readAll: (run: ExportRun): AsyncGenerator<readonly Row[]> =>
      readAllPages<{ cursor: string | null }, Row>(
        {
          readPage: async (page) => {
            run.signal.throwIfAborted();
            return (await (read ?? callEndpoint)(inputOf(page), { signal: run.signal })) as Page<Row>;
          },
          rowsOf: (answer) => rowsOf(answer as Output<E>),
          rowId,
        },
        run,
      ),
    settings,
  };

  function callEndpoint(input: Input<E>, { signal }: { signal?: AbortSignal } = {}) {
    return call(endpoint, input, signal && { signal });
  }
}

export type ListPageState<Row> = Omit<ReturnType<typeof useListPage<Endpoint, Row>>, 'answer' | 'answered'>;

const itemsOf = (answer: unknown) => (answer as Page<never>).items;
const cursorOf = (answer: unknown) => (answer as Page<never>).cursor;
