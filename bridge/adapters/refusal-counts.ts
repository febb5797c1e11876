import { HOUR } from '#core/time.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';
import type { RefusalCounts, RefusalSubject } from '../ports.ts';

/**
 * Guessing the IMEI of one unit takes years at 20 an hour. Thousands of units can share the address of their carrier, and some of
 * them are not in the table and still dial.
 */
const LIMITS: Record<RefusalSubject['kind'], AttemptLimit> = {
  unit: { kind: 'unitLogin', most: 20, window: HOUR },
  unitAtAddress: { kind: 'unitLoginAtAddress', most: 20, window: HOUR },
  address: { kind: 'unitLoginAddress', most: 300, window: HOUR },
};

/** Counts in the table, for all bridges. */
export const tableRefusalCounts: RefusalCounts = {
  count: ({ kind, value }) => attemptStore.count(LIMITS[kind], value, Date.now()),
  undo: ({ kind, value }) => attemptStore.undoCount(LIMITS[kind], value, Date.now()),
};
