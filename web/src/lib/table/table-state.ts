import type { TableSort } from '#web/components/data-table/types.ts';
import {
  type Query,
  type QueryFilter,
  queryFromParameters,
  queryToParameters,
} from '#web/components/query-bar/query.ts';

/** The state of a table in its address: page size, order and query. */
export interface TableState {
  pageSize: number;
  sort: TableSort | undefined;
  query: Query;
}

export interface TableStateOptions {
  pageSizes: readonly number[];
  defaultPageSize: number;
  filters?: readonly QueryFilter[];
}

const SIZE = 'pageSize';
const SORT = 'sort';
const TEXT = 'q';

/** The state in an address. Missing or unknown values get the default. */
export function tableStateFrom(
  parameters: URLSearchParams,
  { pageSizes, defaultPageSize, filters = [] }: TableStateOptions,
): TableState {
  const size = Number(parameters.get(SIZE));
  const sort = parameters.get(SORT);
  return {
    pageSize: pageSizes.includes(size) ? size : defaultPageSize,
    sort: sort ? { id: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : undefined,
    query: queryFromParameters(filters, parameters),
  };
}

/** `parameters` with `change`. Leaves out defaults and keeps other parameters. */
export function withTableState(
  parameters: URLSearchParams,
  change: Partial<TableState>,
  { defaultPageSize, filters = [] }: TableStateOptions,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name));
  if (change.pageSize !== undefined) {
    put(SIZE, change.pageSize === defaultPageSize ? undefined : String(change.pageSize));
  }
  if ('sort' in change) put(SORT, change.sort && `${change.sort.descending ? '-' : ''}${change.sort.id}`);
  if (change.query) {
    for (const name of [TEXT, ...filters.map(({ id }) => id)]) next.delete(name);
    for (const [name, value] of Object.entries(queryToParameters(change.query))) next.set(name, value);
  }
  return next;
}
