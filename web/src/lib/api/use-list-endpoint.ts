import { useRef } from 'react';
import { type Cache, unstable_serialize } from 'swr';
import type { Endpoint } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { logFailure } from '../messages/tell.ts';
import type { Input, Output } from './api.ts';
import { endpointKey, useEndpoint } from './use-endpoint.ts';

interface ListOptions<E extends Endpoint> {
  /** Tells of a failure where there is nothing to show; an ended session tells itself. */
  onFailure: (error: Error) => void;
  /** How the endpoint is asked, where that is more than one call. */
  read?: (input: Input<E>) => Promise<Output<E>>;
  /** Milliseconds between readings, 0 for none. */
  refreshInterval?: (latest: Output<E> | undefined) => number;
}

/**
 * Reads a page of a list. Another page or search leaves the rows before it in place until it has come; where it fails, they
 * are gone, since they are not what was asked for.
 */
export function useListEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | null,
  { onFailure, read, refreshInterval }: ListOptions<E>,
) {
  const shown = useRef<{ key: string; at: Date }>(undefined);
  const { data, error, isValidating, mutate } = useEndpoint(endpoint, input, {
    keepPreviousData: true,
    ...(read && { read }),
    ...(refreshInterval && { refreshInterval }),
    onSuccess: (_, key) => {
      shown.current = { key, at: new Date() };
    },
    onError: (failure, key, configuration) => {
      // SWR passes its whole configuration, of which its types tell only a part.
      const { cache } = configuration as typeof configuration & { cache: Cache };
      const isSignedOut = failure instanceof AppError && failure.code === 'UNAUTHENTICATED';
      if (isSignedOut) return;
      if (cache.get(key)?.data === undefined) onFailure(failure);
      else logFailure(failure);
    },
  });
  const isOfAnother =
    error !== undefined && input !== null && shown.current?.key !== unstable_serialize(endpointKey(endpoint, input));
  return {
    data: isOfAnother ? undefined : data,
    error,
    isValidating,
    /** When what is shown was read. */
    readAt: shown.current?.at,
    mutate,
    retry: () => void mutate(),
  };
}
