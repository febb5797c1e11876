import { useSyncExternalStore } from 'react';

/** Data on screen that could not be read again, and whose screen does not say so itself. */
export interface StaleRead {
  /** When the data was read. */
  since: Date;
  retry: () => void;
}

const listeners = new Set<() => void>();
let reads: readonly StaleRead[] = [];

function set(next: readonly StaleRead[]) {
  reads = next;
  for (const listener of listeners) listener();
}

/** Adds a stale read. Returns the function that removes it. */
export function addStaleRead(read: StaleRead): () => void {
  set([...reads, read]);
  return () => set(reads.filter((each) => each !== read));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The stale reads of all screens. */
export const useStaleReads = (): readonly StaleRead[] => useSyncExternalStore(subscribe, () => reads);
