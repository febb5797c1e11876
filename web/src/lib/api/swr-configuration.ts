import type { Cache, SWRConfiguration } from 'swr';
import { logFailure, showFailure } from '../messages/show.ts';
import { isTemporary } from './request-error.ts';

/** The behaviour of all reads: one cache per session, and one place that reports failures. */
export const swrConfiguration: SWRConfiguration & { provider: () => Cache } = {
  provider: () => new Map(),
  shouldRetryOnError: isTemporary,
  errorRetryCount: 3,
  focusThrottleInterval: 30_000,
  onError: (error, key, config) => {
    // SWR passes its whole configuration, but its types name only a part of it.
    const { cache } = config as typeof config & { cache: Cache };
    // Data on screen stays and gets a stale mark. Only a failure without data gets a toast.
    if (cache.get(key)?.data === undefined) showFailure(error);
    else logFailure(error);
  },
};
