import type { Cache, SWRConfiguration } from 'swr';
import { logFailure, tellFailure } from '../messages/tell.ts';
import { isPassing } from './request-error.ts';

/** How reading behaves everywhere: one cache per session, and every failure is told in one place. */
export const swrConfiguration: SWRConfiguration & { provider: () => Cache } = {
  provider: () => new Map(),
  shouldRetryOnError: isPassing,
  errorRetryCount: 3,
  focusThrottleInterval: 30_000,
  onError: (error, key, config) => {
    // SWR passes its whole configuration, of which its types tell only a part.
    const { cache } = config as typeof config & { cache: Cache };
    // What is on screen stays and is marked as stale; only what could not be shown at all is told.
    if (cache.get(key)?.data === undefined) tellFailure(error);
    else logFailure(error);
  },
};
