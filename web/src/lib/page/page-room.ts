import { useEffect, useSyncExternalStore } from 'react';

let pages = 0;
const listeners = new Set<() => void>();

function count(difference: 1 | -1) {
  pages += difference;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Folds the side navigation to icons while the page is shown and needs its room. */
export function useNeedsRoom(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    count(1);
    return () => count(-1);
  }, [isNeeded]);
}

/** True while a page needs the room of the side navigation. */
export const useIsRoomNeeded = (): boolean => useSyncExternalStore(subscribe, () => pages > 0);
