import { useRef } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';
import { type Endpoint, routeKey } from '#core/contract.ts';
import { call, type Input, type Output } from './api.ts';

/** What an answer is remembered under: the endpoint and what was asked of it. */
export type EndpointKey = readonly [route: string, input: object];

export const endpointKey = <E extends Endpoint>(endpoint: E, input: Input<E>): EndpointKey => [
  routeKey(endpoint),
  input as object,
];

/** Whether a remembered answer is one of `endpoint`, whatever was asked; for `mutate`. */
export const isAnswerOf = (endpoint: Endpoint) => (key: unknown) =>
  Array.isArray(key) && key.length === 2 && key[0] === routeKey(endpoint);

interface EndpointOptions<E extends Endpoint> extends SWRConfiguration<Output<E>, Error> {
  /** How the endpoint is asked, where that is more than one call. */
  read?: (input: Input<E>) => Promise<Output<E>>;
}

/**
 * Reads an endpoint. `input` null asks nothing yet. `staleSince` is when what is shown was read, set where reading it
 * again has failed since; `mutate()` tries again.
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
