import { useEffect, useRef } from 'react';
import { SECOND } from '#core/time.ts';

/** A report is stored a moment after it is received. */
const STORED_AFTER = 3 * SECOND;

/** Returns a function that reads once when the reports of the last moment are stored. */
export function useRereadSoon(reread: () => unknown): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(reread, STORED_AFTER);
  };
}
