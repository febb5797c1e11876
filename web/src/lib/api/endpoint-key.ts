import { type Endpoint, routeKey } from '#core/contract.ts';
import type { Input } from './api.ts';

/** The cache key of an answer: the endpoint and its input. */
export type EndpointKey = readonly [route: string, input: object];

export const endpointKey = <E extends Endpoint>(endpoint: E, input: Input<E>): EndpointKey => [
  routeKey(endpoint),
  input as object,
];
