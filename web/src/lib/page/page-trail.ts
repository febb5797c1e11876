import { useEffect, useSyncExternalStore } from 'react';

/** A breadcrumb. The last one is the page itself and needs no address. */
export interface Crumb {
  label: string;
  href?: string;
}

let current: readonly Crumb[] = [];
const listeners = new Set<() => void>();

function set(crumbs: readonly Crumb[]) {
  current = crumbs;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Adds steps below the screen's own breadcrumb while the page is mounted: `usePageTrail([{ label: '400123' }])`. */
export function usePageTrail(crumbs: readonly Crumb[]) {
  const text = JSON.stringify(crumbs);
  useEffect(() => {
    set(JSON.parse(text));
    return () => set([]);
  }, [text]);
}

/** The steps that the page added. */
export const useAddedTrail = (): readonly Crumb[] => useSyncExternalStore(subscribe, () => current);
