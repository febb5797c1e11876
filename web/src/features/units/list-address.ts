import { SEARCH_FIELDS, type SearchField } from '#core/units/search.ts';
import { DEFAULT_UNIT_MODEL, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { filtersAt, type UnitFilters } from './filters/filter-address.ts';
import { addressOf, listAt } from './kept-list.ts';

export type SearchBy = 'all' | SearchField;

/** The model and the search that the address of the unit list names. */
export interface ListAddress {
  UnitModel: UnitModel;
  searchField: SearchBy;
  searchText: string;
  /** Serial numbers of an uploaded list. */
  bulkSearch: readonly string[];
  /** Only units without a secret. */
  withoutSecret?: true;
  /** Filters and order. Absent without any. */
  filters?: UnitFilters;
  /** Set if the address names a long list that this tab does not have. */
  isListLost?: true;
}

/** The list in an address. Missing or wrong parameters get the default. */
export function listAddress(parameters: URLSearchParams): ListAddress {
  const model = parameters.get('UnitModel');
  const field = parameters.get('searchField');
  const list = listAt(parameters.get('BulkSearch') ?? '');
  const filters = filtersAt(parameters);
  return {
    UnitModel: UNIT_MODELS.find((known) => known === model) ?? DEFAULT_UNIT_MODEL,
    searchField: SEARCH_FIELDS.find((known) => known === field) ?? 'all',
    searchText: searchTextOf(parameters.get('searchText') ?? ''),
    bulkSearch: list ?? [],
    ...(parameters.get('withoutSecret') === '1' && { withoutSecret: true as const }),
    ...(filters && { filters }),
    ...(list === undefined && { isListLost: true }),
  };
}

/** `parameters` with `change`. A new search replaces the one before, even an uploaded list or the list of units without a secret. */
export function withListAddress(parameters: URLSearchParams, change: Partial<ListAddress>): URLSearchParams {
  const next = new URLSearchParams(parameters);
  const put = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
  if (change.UnitModel !== undefined) put('UnitModel', change.UnitModel === DEFAULT_UNIT_MODEL ? '' : change.UnitModel);
  if (change.searchText !== undefined) {
    const text = searchTextOf(change.searchText);
    const field = change.searchField ?? listAddress(parameters).searchField;
    put('searchText', text);
    put('searchField', text === '' || field === 'all' ? '' : field);
    for (const name of ['BulkSearch', 'withoutSecret']) next.delete(name);
  }
  if (change.bulkSearch !== undefined) {
    for (const name of ['searchText', 'searchField', 'withoutSecret']) next.delete(name);
    put('BulkSearch', addressOf(change.bulkSearch));
  }
  return next;
}

/** Ids are compared in upper case [P2-V53], without blanks around them. */
export const searchTextOf = (text: string) => text.trim().toUpperCase();

export const isSearch = ({ searchText, bulkSearch }: ListAddress) => searchText !== '' || bulkSearch.length > 0;
