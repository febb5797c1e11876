import { useRef } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';
import { type Endpoint, routeKey } from '#core/contract.ts';
import { call, type Input, type Output } from './api.ts';

/** The cache key of an answer: the endpoint and its input. */
export type EndpointKey = readonly [route: string, input: object];

export const endpointKey = <E extends Endpoint>(endpoint: E, input: Input<E>): EndpointKey => [
  routeKey(endpoint),
  input as object,
];

/** Matches every cached answer of `endpoint`, for `mutate`. */
export const isAnswerOf = (endpoint: Endpoint) => (key: unknown) =>
  Array.isArray(key) && key.length === 2 && key[0] === routeKey(endpoint);

interface EndpointOptions<E extends Endpoint> extends SWRConfiguration<Output<E>, Error> {
  /** Sends the request, if one call is not enough. */
  read?: (input: Input<E>) => Promise<Output<E>>;
}

/**
 * Reads an endpoint; a null `input` reads nothing. `staleSince` is the time of the last successful read, set if a later one
 * failed. `mutate()` tries again.
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | null,
  { read, ...options }: EndpointOptions<E> = {},
) {
  const readAt = useRef<Date>(undefined);
  const answer = useSWR<Output<E>, Error>(
    input === null ? null : endpointKey(endpoint, input),
    async () => {
      const output = await (read ? read(input as Input<E>) : call(endpoint, input as Input<E>));
      readAt.current = new Date();
      return output;
    },
    options,
  );
  const isStale = answer.error !== undefined && answer.data !== undefined && !answer.isValidating;
  return { ...answer, staleSince: isStale ? readAt.current : undefined };
}
