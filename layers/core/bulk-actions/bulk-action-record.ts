import { z } from 'zod';
import { Instant } from '../time.ts';
import { BulkAction } from './bulk-action.ts';

/** A bulk action as stores return it. */
export const BulkActionRecord = BulkAction.omit({ state: true, mayRetry: true }).extend({
  /** When a row last got an outcome, or an attempt started. Undefined for old bulk actions. */
  movedAt: Instant.optional(),
  /** Set while the bulk action is stopped: no row gets an outcome then. */
  stoppedAt: Instant.optional(),
  dealerPath: z.string(),
  /** Seconds. */
  expiresAt: z.number().int(),
});
export type BulkActionRecord = z.infer<typeof BulkActionRecord>;
