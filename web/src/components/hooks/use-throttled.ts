import { useEffect, useRef } from 'react';

/** Calls `run` at once, then at most every `milliseconds`. Always makes the last call. */
export function useThrottled(run: () => void, milliseconds: number) {
  const latest = useRef(run);
  latest.current = run;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const call = () => {
    if (timer.current) {
      again.current = true;
      return;
    }
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!again.current) return;
      again.current = false;
      call();
    }, milliseconds);
  };
  return call;
}
