import { useEffect, useState } from 'react';
import { SECOND } from '#core/time.ts';

/** The time in milliseconds since 1970, updated every second while `running`. */
export function useSeconds(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
