import { useSWRConfig } from 'swr';
import type { Endpoint } from '#core/contract.ts';
import type { Input, Output } from './api.ts';
import { endpointKey } from './endpoint-key.ts';
import { isInUse } from './session-cache.ts';
import { isAnswerOf } from './use-endpoint.ts';

type Shown<E extends Endpoint> = Output<E> | ((known: Output<E> | undefined) => Output<E> | undefined);

/**
 * Returns what replaces the cached answers of an endpoint without reading them: all that are known, or the one to `input`. Does nothing if
 * the session has ended meanwhile.
 */
export function useShowAnswer() {
  const { cache, mutate } = useSWRConfig();
  return async <E extends Endpoint>(endpoint: E, shown: Shown<E>, input?: Input<E>): Promise<void> => {
    if (!isInUse(cache)) return;
    if (input === undefined) await mutate<Output<E>>(isAnswerOf(endpoint), shown, { revalidate: false });
    else await mutate<Output<E>>(endpointKey(endpoint, input), shown, { revalidate: false });
  };
}
