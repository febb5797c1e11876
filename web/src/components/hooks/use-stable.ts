import { useCallback, useRef } from 'react';

/** A function that stays the same between renders and calls the newest `callback`. Not to be called while rendering. */
export function useStable<Arguments extends unknown[], Result>(
  callback: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
