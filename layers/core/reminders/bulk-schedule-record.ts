import { z } from 'zod';
import { Asker } from '../auth/identities.ts';
import { Instant } from '../time.ts';
import { BatchRow } from './batch-file.ts';
import { BulkReminder, BulkSchedule } from './bulk-schedule.ts';

/** A bulk schedule as stores return it. */
export const BulkScheduleRecord = BulkSchedule.omit({ isUnderWay: true, isStalled: true }).extend({
  /** The parts that workers have not finished. */
  openParts: z.number().int(),
  /** How often rows were scheduled again; absent: never. */
  reschedules: z.number().int().optional(),
  /** When a part was stored or finished last; absent: at `createdAt`. */
  movedAt: Instant.optional(),
  replace: z.boolean(),
  /** Seconds. */
  expiresAt: z.number().int(),
});
export type BulkScheduleRecord = z.infer<typeof BulkScheduleRecord>;

/** The outcome of a row. A failed try leaves the reminder of an earlier one as it was: none. */
export const BulkRowRecord = BulkReminder.pick({
  row: true,
  LineID: true,
  UnitID: true,
  UnitSerNum: true,
  reason: true,
  ReminderTime: true,
  lastScheduled: true,
  tryCount: true,
}).extend({
  schedule: z.string(),
  state: z.enum(['scheduled', 'failed']),
  /** The part that the outcome belongs to. */
  part: z.string(),
});
export type BulkRowRecord = z.infer<typeof BulkRowRecord>;

/**
 * Rows of a schedule that a worker does. `was`: the state of the row before, if it is scheduled again. The row at `offset` of those that
 * begin at `startsAt` is the first one.
 */
export const BulkPartRecord = z.object({
  schedule: z.string(),
  part: z.string(),
  rows: z.array(z.object({ row: z.number().int(), of: BatchRow, was: BulkRowRecord.shape.state.optional() })),
  askedBy: Asker,
  startsAt: Instant,
  offset: z.number().int(),
  finishedAt: Instant.optional(),
});
export type BulkPartRecord = z.infer<typeof BulkPartRecord>;
