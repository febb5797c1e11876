import { useSyncExternalStore } from 'react';

const TICK = 15_000;

const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  now = new Date();
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!timer) {
    timer = setInterval(tick, TICK);
    document.addEventListener('visibilitychange', tick);
    if (Date.now() - now.getTime() > TICK) now = new Date();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The time, renewed every 15 s and when the tab is looked at again; one clock for the whole page. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now);
