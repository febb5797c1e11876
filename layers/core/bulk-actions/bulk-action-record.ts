import { z } from 'zod';
import { Instant } from '../time.ts';
import { BulkAction } from './bulk-action.ts';

/** How a bulk action was stopped. `stopped`: by itself, because the user who started it lost the right. */
export const StoppedAs = z.enum(['paused', 'stopped', 'cancelled']);

/** The list of a query is read so often: a unit that moved in it towards the begin during the first reading is found by the second. */
export const WALKS = 2;

/** Where the collection of the units of a query, or of a long list, goes on. */
export const Collecting = z.object({
  /** How often the list is read: the last time finds the units that moved in it meanwhile. */
  walk: z.number().int(),
  cursor: z.string().optional(),
});
export type Collecting = z.infer<typeof Collecting>;

/** A bulk action as stores return it. */
export const BulkActionRecord = BulkAction.omit({ state: true, turn: true, isStalled: true, isPartial: true }).extend({
  /** When a row last got an outcome, or an attempt started. Undefined for old bulk actions. */
  movedAt: Instant.optional(),
  /** Grows each time that open rows are handed out. Undefined for old bulk actions, and until they are handed out again. */
  turn: z.number().int().optional(),
  /** Set while the bulk action is held or after it was cancelled: only rows whose carrier was asked get an outcome then. */
  stoppedAt: Instant.optional(),
  /** How it was stopped. Undefined for old bulk actions, which are paused. */
  stoppedAs: StoppedAs.optional(),
  /** When the turn may begin. Undefined without a pace. */
  dueAt: Instant.optional(),
  /** Set while its units are being found. */
  collecting: Collecting.optional(),
  /** How many pages of the list were read to find its units. Absent: they were chosen one by one. */
  pagesRead: z.number().int().optional(),
  /** Of a query: the rows up to this unit are handed out, or done if it has a pace. Absent: none. */
  handedTo: z.string().optional(),
  dealerPath: z.string(),
  /** Its dealer, while it is not over. Undefined for old bulk actions. */
  openOf: z.number().int().optional(),
  /** Seconds. */
  expiresAt: z.number().int(),
});
export type BulkActionRecord = z.infer<typeof BulkActionRecord>;
