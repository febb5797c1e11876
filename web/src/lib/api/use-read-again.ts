import { useSWRConfig } from 'swr';
import type { Endpoint } from '#core/contract.ts';
import { isAnswerOf } from './use-endpoint.ts';

/**
 * Returns what reads the cached answers of endpoints again. A failed reading is reported where the answer is shown, and a
 * session that has ended meanwhile has no answers left, so the promise never rejects.
 */
export function useReadAgain(): (...endpoints: readonly Endpoint[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (...endpoints) => {
    await Promise.allSettled(endpoints.map(async (endpoint) => mutate(isAnswerOf(endpoint))));
  };
}
