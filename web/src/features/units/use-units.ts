import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { AppError } from '#core/errors.ts';
import { units } from '#core/units/contract.ts';
import type { Unit, UnitModel } from '#core/units/unit.ts';
import { useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import { toastFailure, toastWarning } from '#web/components/messages/toaster.tsx';
import type { Input } from '#web/lib/api/api.ts';
import { useListEndpoint } from '#web/lib/api/use-list-endpoint.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { useTableState } from '#web/lib/table/use-table-state.ts';
import { isSearch, type ListAddress, listAddress, withListAddress } from './list-address.ts';
import { readUnits, type UnitsAnswer } from './read-units.ts';

export type { UnitsAnswer };

/** P2-K10. */
export const PAGE_SIZES = [5, 10, 25, 50, 100, 1000];
const USUAL_PAGE_SIZE = 100;
const TOO_MANY = 'You can only search for 1000 units. Please limit search criteria and try again.';
const LIST_LOST = 'The list of that file is no longer here. Choose the file again to find its units.';
const GETTING_FAILED = 'Error getting units';

/** The unit list that the address names, page by page. */
export function useUnits() {
  const [parameters, setParameters] = useSearchParams();
  const address = listAddress(parameters);
  const { pageSize, setPageSize } = useTableState({ pageSizes: PAGE_SIZES, defaultPageSize: USUAL_PAGE_SIZE });
  const pages = useCursorPages(parameters.toString());
  const answer = useListEndpoint(
    units.list,
    { ...askedFor(address), pageSize, ...(pages.cursor && { cursor: pages.cursor }) },
    { onFailure: tellListFailure, read: readUnits },
  );
  const { data } = answer;
  const { isListLost } = address;
  useEffect(() => {
    if (isListLost) toastWarning({ title: LIST_LOST, duration: TOAST_DURATION.failure });
  }, [isListLost]);
  return {
    ...answer,
    address,
    change: (change: Partial<ListAddress>) => setParameters((current) => withListAddress(current, change)),
    pageSize,
    setPageSize,
    pages,
    rows: data?.lists[address.UnitModel],
    counts: data && countsOf(data, address),
  };
}

/** Every unit of the list, page after page; for exports. */
export async function loadAllUnits(address: ListAddress): Promise<Unit[]> {
  const all: Unit[] = [];
  let cursor: string | null = null;
  do {
    const page: UnitsAnswer = await readUnits({
      ...askedFor(address),
      pageSize: 1000,
      ...(cursor && { cursor }),
    });
    all.push(...page.lists[address.UnitModel]);
    cursor = page.cursor;
  } while (cursor);
  return all;
}

/** How many units each tab holds: all that there are, or those that a search has found. */
export const countsOf = ({ lists, totals }: UnitsAnswer, address: ListAddress): Record<UnitModel, number> =>
  isSearch(address)
    ? {
        'MXD-LTE': lists['MXD-LTE'].length,
        myConnect: lists.myConnect.length,
        'myConnect Air': lists['myConnect Air'].length,
      }
    : totals;

const askedFor = ({ UnitModel, searchField, searchText, bulkSearch }: ListAddress): Input<typeof units.list> => ({
  param: searchText ? searchField : 'all',
  UnitModel,
  ...(searchText && { searchText }),
  ...(bulkSearch.length > 0 && { BulkSearch: bulkSearch.join(',') }),
});

export const listFailureWords = (error: unknown) =>
  error instanceof AppError && error.code === 'TOO_LARGE' ? TOO_MANY : GETTING_FAILED;

function tellListFailure(error: Error) {
  const title = listFailureWords(error);
  if (title === TOO_MANY) toastWarning({ title, duration: TOAST_DURATION.failure });
  else toastFailure({ title, description: error.message, duration: TOAST_DURATION.failure });
}
