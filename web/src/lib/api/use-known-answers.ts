import { useSWRConfig } from 'swr';
import { useStable } from '#web/components/hooks/use-stable.ts';

/** Returns what tells whether the session has an answer with a key. */
export function useKnownAnswers(): (key: string) => boolean {
  const { cache } = useSWRConfig();
  return useStable((key) => cache.get(key)?.data !== undefined);
}
