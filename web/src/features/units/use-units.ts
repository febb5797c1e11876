import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { AppError } from '#core/errors.ts';
import { units } from '#core/units/contract.ts';
import type { QueryFilters } from '#core/units/query.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { toastWarning } from '#web/components/messages/toaster.tsx';
import type { Input } from '#web/lib/api/api.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { shownParameters, useChangeAddress } from '#web/lib/page/use-change-address.ts';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { type FilterName, withFilter } from './filters/filter-address.ts';
import { type ListAddress, listAddress, withListAddress } from './list-address.ts';
import { readUnits, type UnitsAnswer } from './read-units.ts';

export type { UnitsAnswer };

/** P2-K10. */
const PAGE_SIZES = [5, 10, 25, 50, 100, 1000];
const TOO_MANY = 'You can only search for 1000 units. Please limit search criteria and try again.';
const LIST_LOST = 'This list is no longer available. Choose the file again to find its units.';
const GETTING_FAILED = 'Error getting units';

const listReads = (address: ListAddress): ListReads<typeof units.list> => ({
  name: 'unitManagement',
  pageSizes: PAGE_SIZES,
  defaultPageSize: 100,
  input: () => listInputOf(address),
});

/** A long uploaded list needs several calls, which the page sends itself. The list of units without a secret has no filters. */
export const firstReads: FirstReads = (parameters) => {
  const address = listAddress(parameters);
  return [
    ...(address.bulkSearch.length > 0 ? [] : firstReadsOfList(units.list, listReads(address), parameters)),
    ...(address.withoutSecret ? [] : [readOfDealerField()]),
  ];
};

/** The unit list that the address names. */
export function useUnits() {
  const [parameters] = useSearchParams();
  const changeAddress = useChangeAddress();
  const address = listAddress(parameters);
  const { UnitModel, isListLost } = address;
  const list = useListPage(units.list, {
    ...listReads(address),
    rowsOf: ({ lists }) => lists[UnitModel],
    rowId: ({ UnitSerNum }) => UnitSerNum,
    read: readUnits,
    onFailure: showListFailure,
    part: UnitModel,
  });
  const { answer } = list;
  useEffect(() => {
    if (isListLost) toastWarning({ title: LIST_LOST, duration: TOAST_DURATION.failure });
  }, [isListLost]);
  return {
    list,
    address,
    /** One step back leads out of a search, however often it was refined. */
    change: (change: Partial<ListAddress>) =>
      changeAddress((current) => withListAddress(current, change), {
        replace: change.searchText !== undefined && listAddress(shownParameters()).searchText !== '',
      }),
    /** Adds filters, and replaces the search. */
    query: (filters: QueryFilters, searchText: string) =>
      changeAddress((current) => {
        const searched = withListAddress(current, { searchText, searchField: 'all' });
        return Object.entries(filters).reduce(
          (next, [name, value]) => withFilter(next, name as FilterName, value),
          searched,
        );
      }),
    counts: answer && list.answered && countsOf(answer, list.answered),
  };
}

/**
 * The count of each tab: all units, or the matches of the search or the filter that was asked for. Undefined for several filters, whose
 * matches nobody counts.
 */
export const countsOf = (
  { lists, totals, facets, matching }: UnitsAnswer,
  asked: Pick<Input<typeof units.list>, 'searchText' | 'BulkSearch'>,
): Record<UnitModel, number> | undefined =>
  asked.searchText || asked.BulkSearch
    ? {
        'MXD-LTE': lists['MXD-LTE'].length,
        myConnect: lists.myConnect.length,
        'myConnect Air': lists['myConnect Air'].length,
      }
    : facets
      ? matching
      : totals;

export const listInputOf = ({
  UnitModel,
  searchField,
  searchText,
  bulkSearch,
  withoutSecret,
  filters,
}: ListAddress): Input<typeof units.list> => ({
  param: withoutSecret ? 'withoutSecret' : searchText ? searchField : 'all',
  UnitModel,
  ...(searchText && { searchText }),
  ...(bulkSearch.length > 0 && { BulkSearch: bulkSearch.join(',') }),
  ...(filters && !withoutSecret && (filters as Partial<Input<typeof units.list>>)),
});

export const listFailureWords = (error: unknown) =>
  error instanceof AppError && error.code === 'TOO_LARGE' ? TOO_MANY : GETTING_FAILED;

/** The reason beside the table. The toast says what to do about too many units. */
export const listFailureDetail = (error: Error) =>
  listFailureWords(error) === TOO_MANY ? 'The search finds more than 1,000 units.' : error.message;

function showListFailure(error: Error) {
  const title = listFailureWords(error);
  if (title === TOO_MANY) toastWarning({ title, duration: TOAST_DURATION.failure });
  else showFailureAs(title)();
}
