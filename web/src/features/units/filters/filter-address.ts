import { CONDITIONS } from '#core/units/condition.ts';
import { FACETS, type Facet, fieldsOf, indexedFilters, MAX_FILTER_LENGTH } from '#core/units/facets.ts';
import { splitValues } from '#core/units/filter-values.ts';
import { MAX_SILENT_HOURS } from '#core/units/silence.ts';

/** What the address of the unit list filters by. */
export interface UnitFilters extends Partial<Record<Facet, string>> {
  /** Only units that are late or silent, and have sent no ping for more than so many hours. */
  silentOver?: string;
  /** Only units of this dealer and those below it. */
  DealerKey?: string;
  /** The worst units come first, also without a filter. */
  order?: 'worst';
}

const NAMES = [...FACETS, 'silentOver', 'DealerKey', 'order'] as const;
export type FilterName = (typeof NAMES)[number];

const isPossible: Partial<Record<FilterName, (value: string) => boolean>> = {
  condition: (text) => splitValues(text).every((value) => (CONDITIONS as readonly string[]).includes(value)),
  silentOver: (value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= MAX_SILENT_HOURS,
  DealerKey: (value) => /^\d{1,9}$/.test(value),
  order: (value) => value === 'worst',
};

/** The filters in an address; undefined if there are none. A value that no unit can have is left out. */
export function filtersAt(parameters: URLSearchParams): UnitFilters | undefined {
  const given = NAMES.flatMap((name) => {
    const value = parameters.get(name)?.trim() ?? '';
    const fits = value !== '' && value.length <= MAX_FILTER_LENGTH && (isPossible[name]?.(value) ?? true);
    return fits ? [[name, value]] : [];
  });
  return given.length === 0 ? undefined : (Object.fromEntries(given) as UnitFilters);
}

/** `parameters` with a filter set, or without it if `value` is undefined. */
export function withFilter(parameters: URLSearchParams, name: FilterName, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(parameters);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  return next;
}

/** `parameters` without any filter, in the order of dealers. */
export function withoutFilters(parameters: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of NAMES) next.delete(name);
  return next;
}

/** True if the list leaves units out. */
export const isFiltered = (filters: UnitFilters | undefined): boolean =>
  filters !== undefined && Object.keys(filters).some((name) => name !== 'order');

/** True if no index has all of the filters, so the server looks for the matches page by page. */
export function isNarrowing(filters: UnitFilters = {}): boolean {
  const chosen = FACETS.flatMap((facet) =>
    filters[facet] === undefined ? [] : [[facet, splitValues(filters[facet])]],
  );
  return fieldsOf(indexedFilters(Object.fromEntries(chosen))).length > (filters.silentOver === undefined ? 1 : 0);
}
