/** A thing that a list can be filtered by. With `options` the value is one of them, otherwise free text. */
export interface QueryFilter {
  id: string;
  label: string;
  options?: readonly { value: string; label: string }[];
  /** Said for free values: `contains`, `starts with`. */
  hint?: string;
}

export interface ActiveFilter {
  id: string;
  value: string;
}

/** What the person sees and what the caller gets: chips, and free text that is searched for. */
export interface Query {
  text: string;
  filters: readonly ActiveFilter[];
}

export type Suggestion =
  | { kind: 'filter'; filter: QueryFilter }
  | { kind: 'value'; filter: QueryFilter; value: string; label: string }
  | { kind: 'text'; text: string };

export const EMPTY_QUERY: Query = { text: '', filters: [] };

/** A draft `Status: act` split into the filter that it names and what was typed for it. */
export function parseDraft(filters: readonly QueryFilter[], draft: string): { filter?: QueryFilter; typed: string } {
  const colon = draft.indexOf(':');
  if (colon < 0) return { typed: draft.trim() };
  const name = draft.slice(0, colon).trim().toLowerCase();
  const filter = filters.find(({ id, label }) => label.toLowerCase() === name || id.toLowerCase() === name);
  return filter ? { filter, typed: draft.slice(colon + 1).trim() } : { typed: draft.trim() };
}

const contains = (text: string, typed: string) => text.toLowerCase().includes(typed.toLowerCase());

/** What to offer under the bar for a draft: values of the filter named, else filters, matching values, and the text itself. */
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
  return [text, ...named, ...valued.slice(0, 6)];
}

function valuesOf(filter: QueryFilter, typed: string): Suggestion[] {
  if (filter.options) {
    return filter.options
      .filter(({ label }) => contains(label, typed))
      .map((option) => ({ kind: 'value', filter, ...option }));
  }
  return typed === '' ? [] : [{ kind: 'value', filter, value: typed, label: typed }];
}

/** `query` with a filter set; a filter stands once, its newest value wins. */
export const withFilter = (query: Query, filter: ActiveFilter): Query => ({
  ...query,
  filters: [...query.filters.filter(({ id }) => id !== filter.id), filter],
});

export const withoutFilter = (query: Query, id: string): Query => ({
  ...query,
  filters: query.filters.filter((filter) => filter.id !== id),
});

/** What a chip says of a filter's value. */
export const valueLabel = (filter: QueryFilter | undefined, value: string): string =>
  filter?.options?.find((option) => option.value === value)?.label ?? value;

const TEXT_PARAMETER = 'q';

/** `query` as URL parameters, for a link that opens the same list: `q` for the text, one per filter. */
export function queryToParameters(query: Query): Record<string, string> {
  const parameters = Object.fromEntries(query.filters.map(({ id, value }) => [id, value]));
  return query.text ? { ...parameters, [TEXT_PARAMETER]: query.text } : parameters;
}

/** The query in URL parameters; parameters that name no filter are not of it. */
export const queryFromParameters = (filters: readonly QueryFilter[], parameters: URLSearchParams): Query => ({
  text: parameters.get(TEXT_PARAMETER) ?? '',
  filters: filters.flatMap(({ id }) => {
    const value = parameters.get(id);
    return value ? [{ id, value }] : [];
  }),
});
