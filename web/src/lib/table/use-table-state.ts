import { useSearchParams } from 'react-router';
import { type TableState, type TableStateOptions, tableStateFrom, withTableState } from './table-state.ts';

/** A table's page size, order and query. They are kept in the address, so that a link or a reload shows the same. */
export function useTableState(options: TableStateOptions) {
  const [parameters, setParameters] = useSearchParams();
  const state = tableStateFrom(parameters, options);
  const change = (changes: Partial<TableState>) =>
    setParameters((current) => withTableState(current, changes, options), { replace: true });
  return {
    ...state,
    setPageSize: (pageSize: number) => change({ pageSize }),
    setSort: (sort: TableState['sort']) => change({ sort }),
    setQuery: (query: TableState['query']) => change({ query }),
  };
}
