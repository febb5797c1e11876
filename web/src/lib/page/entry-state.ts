import { useLocation } from 'react-router';
import useSWR from 'swr';
import type { KeptPlace } from '#web/components/data-table/types.ts';

/** State of one entry of the browser's history, kept by the session: it is there again after a way back. */
export function useEntryState<State>(name: string) {
  const { key } = useLocation();
  const { data, mutate } = useSWR<State>(['history entry', key, name], null);
  return [data, (next: State) => void mutate(next, { revalidate: false })] as const;
}

const positions = new Map<string, KeptPlace>();

/** The place in a list in one entry of the browser's history. */
export function useEntryScroll(name: string): KeptPlace {
  const entry = `${useLocation().key} ${name}`;
  const known = positions.get(entry) ?? { current: 0 };
  positions.set(entry, known);
  return known;
}
