import { useSWRConfig } from 'swr';
import type { Endpoint } from '#core/contract.ts';
import { useStable } from '#web/components/hooks/use-stable.ts';
import { isInUse } from './session-cache.ts';
import { isAnswerOf } from './use-endpoint.ts';

/**
 * Returns what reads the cached answers of endpoints again. A failed reading is reported where the answer is shown, and a
 * session that has ended meanwhile has no answers left, so the promise never rejects.
 */
export function useReadAgain(): (...endpoints: Endpoint[]) => Promise<void> {
  const { cache, mutate } = useSWRConfig();
  return useStable(async (...endpoints: Endpoint[]) => {
    if (!isInUse(cache)) return;
    await Promise.all(endpoints.map((endpoint) => mutate(isAnswerOf(endpoint))));
  });
}
