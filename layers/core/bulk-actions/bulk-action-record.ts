import { z } from 'zod';
import { Instant } from '../time.ts';
import { BulkAction } from './bulk-action.ts';

/** How a bulk action was stopped. `stopped`: by itself, because the user who started it lost the right. */
export const StoppedAs = z.enum(['paused', 'stopped', 'cancelled']);

/** A bulk action as stores return it. */
export const BulkActionRecord = BulkAction.omit({ state: true, turn: true, isStalled: true }).extend({
  /** When a row last got an outcome, or an attempt started. Undefined for old bulk actions. */
  movedAt: Instant.optional(),
  /** Grows each time that open rows are handed out. Undefined for old bulk actions, and until they are handed out again. */
  turn: z.number().int().optional(),
  /** Set while the bulk action is held or after it was cancelled: no row gets an outcome then. */
  stoppedAt: Instant.optional(),
  /** How it was stopped. Undefined for old bulk actions, which are paused. */
  stoppedAs: StoppedAs.optional(),
  /** When the turn may begin. Undefined without a pace. */
  dueAt: Instant.optional(),
  dealerPath: z.string(),
  /** Seconds. */
  expiresAt: z.number().int(),
});
export type BulkActionRecord = z.infer<typeof BulkActionRecord>;
