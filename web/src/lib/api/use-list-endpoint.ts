import { useRef } from 'react';
import { unstable_serialize } from 'swr';
import { type Endpoint, routeKey } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import type { Input, Output } from './api.ts';
import { endpointKey } from './endpoint-key.ts';
import { useEndpoint } from './use-endpoint.ts';

interface ListOptions<E extends Endpoint, Asked> {
  /** What the input asks for. It comes back with the answer. */
  asked: Asked;
  /** Reports a failure when there are no rows to show. An ended session reports itself. */
  onFailure: (error: Error) => void;
  /** Sends the request, where one call is not enough. */
  read?: (input: Input<E>) => Promise<Output<E>>;
  /** Milliseconds between readings, 0 for none. */
  refreshInterval?: (latest: Output<E> | undefined) => number;
}

interface Answer<E extends Endpoint, Asked> {
  route: string;
  data: Output<E>;
  /** What the data answers. */
  asked: Asked;
}

/** SWR asks no second time within this time. */
const DEDUPING_MS = 2 * SECOND;

/**
 * Reads a page of a list. The answer before stays until the next page or search has loaded, with what it answers. It goes when the next
 * one fails, or when another endpoint is read.
 */
export function useListEndpoint<E extends Endpoint, Asked>(
  endpoint: E,
  input: Input<E> | null,
  { asked, onFailure, read, refreshInterval }: ListOptions<E, Asked>,
) {
  const route = routeKey(endpoint);
  const key = input === null ? undefined : unstable_serialize(endpointKey(endpoint, input));
  const opened = useRef({ key, at: Date.now() });
  if (opened.current.key !== key) opened.current = { key, at: Date.now() };
  const { data, error, isValidating, mutate, staleSince, readAt } = useEndpoint(endpoint, input, {
    ...(read && { read }),
    ...(refreshInterval && { refreshInterval }),
    onError: (failure) => {
      if (!isSignedOut(failure)) onFailure(failure);
    },
  });
  const latest = useRef<Answer<E, Asked>>(undefined);
  if (data !== undefined) latest.current = { route, data, asked };
  const failed = error !== undefined && data === undefined;
  const answer = latest.current?.route === route && !failed ? latest.current : undefined;
  const isFresh = readAt !== undefined && readAt.getTime() >= opened.current.at - DEDUPING_MS;
  return {
    answer,
    /** The answer is the one to `input`. */
    isCurrent: data !== undefined,
    /** The answer is the one to `input`, and not one that was kept from an earlier visit and is being read again. */
    isSettled: data !== undefined && (isFresh || error !== undefined),
    error,
    isValidating,
    /** When the rows on screen were read, if they could not be read again. */
    staleSince,
    mutate,
    retry: () => void mutate(),
  };
}

const isSignedOut = (failure: Error) => failure instanceof AppError && failure.code === 'UNAUTHENTICATED';
