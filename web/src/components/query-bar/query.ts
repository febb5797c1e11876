/** A filter of a list. With `options` the value is one of them, otherwise free text. */
export interface QueryFilter {
  id: string;
  label: string;
  options?: readonly { value: string; label: string }[];
  /** Shown for free values: `contains`, `starts with`. */
  hint?: string;
}

export interface ActiveFilter {
  id: string;
  value: string;
}

/** The content of the bar: filters as chips, and free text to search for. */
export interface Query {
  text: string;
  filters: readonly ActiveFilter[];
}

export type Suggestion =
  | { kind: 'filter'; filter: QueryFilter }
  | { kind: 'value'; filter: QueryFilter; value: string; label: string }
  | { kind: 'text'; text: string };

export const EMPTY_QUERY: Query = { text: '', filters: [] };

export const isEmptyQuery = ({ text, filters }: Query) => text === '' && filters.length === 0;

/** Splits a draft `Status: act` into its filter and the typed value. */
export function parseDraft(filters: readonly QueryFilter[], draft: string): { filter?: QueryFilter; typed: string } {
  const colon = draft.indexOf(':');
  if (colon < 0) return { typed: draft.trim() };
  const name = draft.slice(0, colon).trim().toLowerCase();
  const filter = filters.find(({ id, label }) => label.toLowerCase() === name || id.toLowerCase() === name);
  return filter ? { filter, typed: draft.slice(colon + 1).trim() } : { typed: draft.trim() };
}

const contains = (text: string, typed: string) => text.toLowerCase().includes(typed.toLowerCase());

/**
 * The suggestions for a draft: values of the named filter; otherwise filters, matching values, and the text itself. The text alone is
 * none: the list searches for it by itself, and the suggestion would cover what it found.
 */
export function suggest(filters: readonly QueryFilter[], draft: string): Suggestion[] {
  const { filter, typed } = parseDraft(filters, draft);
  if (filter) return valuesOf(filter, typed);
  if (typed === '') return filters.map((each) => ({ kind: 'filter', filter: each }));
  const text: Suggestion = { kind: 'text', text: typed };
  const named: Suggestion[] = filters
    .filter(({ label }) => contains(label, typed))
    .map((each) => ({ kind: 'filter', filter: each }));
  const valued = filters.flatMap((each) =>
    (each.options ?? [])
      .filter(({ label }) => contains(label, typed))
      .map((option): Suggestion => ({ kind: 'value', filter: each, ...option })),
  );
  const others = [...named, ...valued.slice(0, 6)];
  return others.length === 0 ? [] : [text, ...others];
}

function valuesOf(filter: QueryFilter, typed: string): Suggestion[] {
  if (filter.options) {
    return filter.options
      .filter(({ label }) => contains(label, typed))
      .map((option) => ({ kind: 'value', filter, ...option }));
  }
  return typed === '' ? [] : [{ kind: 'value', filter, value: typed, label: typed }];
}

/** `query` with a filter set; a new value replaces the old one. */
export const withFilter = (query: Query, filter: ActiveFilter): Query => ({
  ...query,
  filters: [...query.filters.filter(({ id }) => id !== filter.id), filter],
});

export const withoutFilter = (query: Query, id: string): Query => ({
  ...query,
  filters: query.filters.filter((filter) => filter.id !== id),
});

/** The label of a filter's value. */
export const valueLabel = (filter: QueryFilter | undefined, value: string): string =>
  filter?.options?.find((option) => option.value === value)?.label ?? value;

const TEXT_PARAMETER = 'q';

/** `query` as URL parameters: `q` for the text, and one per filter. */
export function queryToParameters(query: Query): Record<string, string> {
  const parameters = Object.fromEntries(query.filters.map(({ id, value }) => [id, value]));
  return query.text ? { ...parameters, [TEXT_PARAMETER]: query.text } : parameters;
}

/** The query in URL parameters; other parameters are ignored. */
export const queryFromParameters = (filters: readonly QueryFilter[], parameters: URLSearchParams): Query => ({
  text: parameters.get(TEXT_PARAMETER) ?? '',
  filters: filters.flatMap(({ id }) => {
    const value = parameters.get(id);
    return value ? [{ id, value }] : [];
  }),
});
