import { z } from 'zod';
import { Instant } from '../time.ts';
import { BulkAction } from './bulk-action.ts';

/** A bulk action as stores return it. */
export const BulkActionRecord = BulkAction.omit({ state: true, mayRetry: true }).extend({
  /** Grows with each retry. Work of an earlier attempt is skipped. */
  attempt: z.number().int(),
  /** When a row last got an outcome, or an attempt started. Undefined for old bulk actions. */
  movedAt: Instant.optional(),
  dealerPath: z.string(),
  /** Seconds. */
  expiresAt: z.number().int(),
});
export type BulkActionRecord = z.infer<typeof BulkActionRecord>;
