import { useSyncExternalStore } from 'react';

/** Data on screen that could not be read again, and whose screen does not say so itself. */
export interface StaleRead {
  /** When the data was read. */
  since: Date;
  retry: () => void;
  /** Belongs to no part of the page, so it is told only while the page shows no failure itself. */
  isBackground: boolean;
}

const listeners = new Set<() => void>();
let reads: readonly StaleRead[] = [];
/** Failures that screens show. */
let shownFailures = 0;
let told: readonly StaleRead[] = [];

function change(next: { reads?: readonly StaleRead[]; shownFailures?: number }) {
  reads = next.reads ?? reads;
  shownFailures = next.shownFailures ?? shownFailures;
  told = shownFailures > 0 ? reads.filter(({ isBackground }) => !isBackground) : reads;
  for (const listener of listeners) listener();
}

/** Adds a stale read. Returns the function that removes it. */
export function addStaleRead(read: StaleRead): () => void {
  change({ reads: [...reads, read] });
  return () => change({ reads: reads.filter((each) => each !== read) });
}

/** Notes that a screen shows a failure or stale data itself. Returns the function that ends it. */
export function addShownFailure(): () => void {
  change({ shownFailures: shownFailures + 1 });
  return () => change({ shownFailures: shownFailures - 1 });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The stale reads that the frame tells. */
export const useStaleReads = (): readonly StaleRead[] => useSyncExternalStore(subscribe, () => told);
