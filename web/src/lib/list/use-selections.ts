import useSWR from 'swr';
import type { RowSelection } from '#web/components/data-table/selection.ts';

/** The selected rows by the part of a list, such as a tab. */
export type Selections = Readonly<Record<string, RowSelection>>;

const NONE: Selections = {};

/** The selected rows of a list. The session keeps them, so that they outlast a visit to another page. */
export function useSelections(list: string) {
  // SWR takes any two sets for equal.
  const { data = NONE, mutate } = useSWR<Selections>(['selected rows', list], null, { compare: Object.is });
  return { selections: data, setSelections: (next: Selections) => void mutate(next, { revalidate: false }) };
}
