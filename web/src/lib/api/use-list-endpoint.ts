import { useRef } from 'react';
import { type Cache, unstable_serialize } from 'swr';
import { type Endpoint, routeKey } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { logFailure } from '../messages/show.ts';
import type { Input, Output } from './api.ts';
import { endpointKey, useEndpoint } from './use-endpoint.ts';

interface ListOptions<E extends Endpoint> {
  /** Reports a failure when there are no rows to show. An ended session reports itself. */
  onFailure: (error: Error) => void;
  /** Sends the request, where one call is not enough. */
  read?: (input: Input<E>) => Promise<Output<E>>;
  /** Milliseconds between readings, 0 for none. */
  refreshInterval?: (latest: Output<E> | undefined) => number;
}

/**
 * Reads a page of a list. The rows before stay in place until the next page or search has loaded. They go when it fails,
 * or when another endpoint is read, because they do not answer what was asked.
 */
export function useListEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | null,
  { onFailure, read, refreshInterval }: ListOptions<E>,
) {
  const route = routeKey(endpoint);
  const key = input === null ? undefined : unstable_serialize(endpointKey(endpoint, input));
  const loaded = useRef<{ key: string; at: Date }>(undefined);
  const before = useRef<{ route: string; data: Output<E> }>(undefined);
  const { data, error, isValidating, mutate } = useEndpoint(endpoint, input, {
    ...(read && { read }),
    ...(refreshInterval && { refreshInterval }),
    onSuccess: (_, loadedKey) => {
      loaded.current = { key: loadedKey, at: new Date() };
    },
    onError: (failure, failedKey, configuration) => {
      // SWR passes its whole configuration, but its types name only a part of it.
      const { cache } = configuration as typeof configuration & { cache: Cache };
      const isSignedOut = failure instanceof AppError && failure.code === 'UNAUTHENTICATED';
      if (isSignedOut) return;
      if (cache.get(failedKey)?.data === undefined) onFailure(failure);
      else logFailure(failure);
    },
  });
  if (data !== undefined) before.current = { route, data };
  const rowsBefore = before.current?.route === route ? before.current.data : undefined;
  const failed = error !== undefined && key !== undefined && loaded.current?.key !== key;
  return {
    data: failed ? undefined : (data ?? rowsBefore),
    /** The data answers `input`, not the one before. */
    isCurrent: !failed && data !== undefined,
    error,
    isValidating,
    /** When the data was read. */
    readAt: loaded.current?.at,
    mutate,
    retry: () => void mutate(),
  };
}
