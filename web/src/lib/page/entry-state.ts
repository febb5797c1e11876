import { useLocation } from 'react-router';
import useSWR from 'swr';

/** State of one entry of the browser's history, kept by the session: it is there again after a way back. */
export function useEntryState<State>(name: string) {
  const { key } = useLocation();
  const { data, mutate } = useSWR<State>(['history entry', key, name], null);
  return [data, (next: State) => void mutate(next, { revalidate: false })] as const;
}

const positions = new Map<string, { current: number }>();

/** The scroll position of a part of the page in one entry of the browser's history. */
export function useEntryScroll(name: string): { current: number } {
  const entry = `${useLocation().key} ${name}`;
  const known = positions.get(entry) ?? { current: 0 };
  positions.set(entry, known);
  return known;
}
