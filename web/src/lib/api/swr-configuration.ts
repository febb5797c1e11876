import type { Cache, SWRConfiguration } from 'swr';
import { isTemporary } from './request-error.ts';

/** The behaviour of all reads, with one cache per session. `useEndpoint` reports failures. */
export const swrConfiguration: SWRConfiguration & { provider: () => Cache } = {
  provider: () => new Map(),
  shouldRetryOnError: isTemporary,
  errorRetryCount: 3,
  focusThrottleInterval: 30_000,
};
