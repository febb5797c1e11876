import { useEffect, useRef, useState } from 'react';
import useSWR, { type SWRConfiguration, unstable_serialize, useSWRConfig } from 'swr';
import { type Endpoint, routeKey } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { useStable } from '#web/components/hooks/use-stable.ts';
import { call, type Input, type Output } from './api.ts';
import { keyOf, readOf, takeEarly } from './early-reads.ts';
import { endpointKey } from './endpoint-key.ts';
import { reportFailure } from './report-failure.ts';
import { isInUse } from './session-cache.ts';
import { addShownFailure, addStaleRead } from './stale-reads.ts';

/** Matches every cached answer of `endpoint`, for `mutate`. */
export const isAnswerOf = (endpoint: Endpoint) => (key: unknown) =>
  Array.isArray(key) && key.length === 2 && key[0] === routeKey(endpoint);

interface EndpointOptions<E extends Endpoint> extends Omit<SWRConfiguration<Output<E>, Error>, 'onError'> {
  /** Sends the request, if one call is not enough. */
  read?: (input: Input<E>) => Promise<Output<E>>;
  /** Reports a failure while there is no data. */
  onError?: (failure: Error) => void;
  /** The record of a page: nothing that was read before is shown once it is not found any more. */
  isRecord?: boolean;
  /** Belongs to no part of the page: stale data is not told beside a failure that the page shows. */
  isBackground?: boolean;
}

/** When each answer was last read, by its key. A cached answer can be older than the component that shows it. */
const readTimes = new Map<string, Date>();

/**
 * Reads an endpoint; a null `input` reads nothing. `mutate()` tries again. No failure is silent and none is shown twice: a caller that
 * reads `error` shows a failure without data, else a toast does. A caller that reads `staleSince` shows that data on screen could not
 * be read again, else the frame does.
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | null,
  { read, onError, refreshInterval = 0, isRecord = false, isBackground = false, ...options }: EndpointOptions<E> = {},
) {
  const key = input === null ? '' : unstable_serialize(endpointKey(endpoint, input));
  const shows = useRef({ failure: false, staleness: false }).current;
  const hasData = useRef(false);
  const [openedAt] = useState(() => new Date());
  const { cache } = useSWRConfig();
  const isLost = (failure: unknown) => isRecord && failure instanceof AppError && failure.code === 'NOT_FOUND';
  const known = (cache.get(key)?.data ?? options.fallbackData) as Output<E> | undefined;
  const {
    data: answer,
    error,
    isValidating,
    mutate: change,
  } = useSWR<Output<E>, Error>(
    input === null ? null : endpointKey(endpoint, input),
    async () => {
      const early = takeEarly(keyOf(readOf(endpoint, input as Input<E>))) as Promise<Output<E>> | undefined;
      const output = await (early ?? (read ? read(input as Input<E>) : call(endpoint, input as Input<E>)));
      readTimes.set(key, new Date());
      return output;
    },
    {
      ...options,
      // A number: with another function, SWR would begin to wait anew, and a page that is often drawn anew would never read again.
      refreshInterval: typeof refreshInterval === 'function' ? refreshInterval(known) : refreshInterval,
      onError: (failure) =>
        reportFailure(failure, { hasData: hasData.current && !isLost(failure), byCaller: shows.failure, onError }),
    },
  );
  const data = isLost(error) ? undefined : answer;
  hasData.current = data !== undefined;
  const staleSince = error !== undefined && data !== undefined ? (readTimes.get(key) ?? openedAt) : undefined;
  // The answer of a change can come after the end of the session.
  const mutate: typeof change = useStable((...given: Parameters<typeof change>) =>
    isInUse(cache) ? change(...given) : Promise.resolve(undefined),
  ) as typeof change;
  const retry = useStable(() => void mutate());
  useEffect(() => {
    if (staleSince === undefined || shows.staleness) return undefined;
    return addStaleRead({ since: staleSince, retry, isBackground });
  }, [staleSince, shows, retry, isBackground]);
  const hasFailed = error !== undefined;
  const isWithoutData = data === undefined;
  useEffect(() => {
    const isShown = isWithoutData ? shows.failure : shows.staleness;
    return hasFailed && isShown ? addShownFailure() : undefined;
  }, [hasFailed, isWithoutData, shows]);

  return {
    data,
    isValidating,
    mutate,
    /** When the data was read. */
    readAt: readTimes.get(key),
    get error() {
      shows.failure = true;
      return error;
    },
    /** When the data was read, if a later read failed. */
    get staleSince() {
      shows.staleness = true;
      return staleSince;
    },
  };
}
