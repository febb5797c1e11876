import { useCallback, useRef } from 'react';

/** A function that stays the same between renders and calls the newest `callback`. Do not call it while rendering. */
export function useStable<Arguments extends unknown[], Result>(
  callback: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
