import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#web/lib/page/use-change-address.ts';
import { type TableState, type TableStateOptions, tableStateFrom, withTableState } from './table-state.ts';

/** A table's page size, order and query. They are kept in the address, so that a link or a reload shows the same. */
export function useTableState(options: TableStateOptions) {
  const [parameters] = useSearchParams();
  const changeAddress = useChangeAddress();
  const state = tableStateFrom(parameters, options);
  const change = (changes: Partial<TableState>) =>
    changeAddress((current) => withTableState(current, changes, options), { replace: true });
  return {
    ...state,
    setPageSize: (pageSize: number) => change({ pageSize }),
    setSort: (sort: TableState['sort']) => change({ sort }),
    setQuery: (query: TableState['query']) => change({ query }),
  };
}
