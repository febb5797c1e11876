import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { HOUR, Instant } from '../time.ts';
import { MINUTES_BETWEEN } from './batch-window.ts';
import { ReminderMessage } from './reminder.ts';

export const BulkScheduleKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such schedule');

export const MinutesBetweenInput = z.union(MINUTES_BETWEEN.map((minutes) => z.literal(minutes)));

/** The reminders that were scheduled from one file. `scheduled` and `failed` count rows. */
export const BulkSchedule = z.object({
  schedule: BulkScheduleKey,
  type: ReminderMessage,
  timeZone: z.string(),
  minutesBetween: z.number().int(),
  /** When the first reminder is given, at the earliest. */
  startsAt: Instant,
  /** True while rows are being scheduled. */
  isUnderWay: z.boolean(),
  /** True if rows are left and none was scheduled for a while. */
  isStalled: z.boolean(),
  total: z.number().int(),
  scheduled: z.number().int(),
  failed: z.number().int(),
  createdAt: Instant,
  createdBy: z.string(),
  dealerKey: DealerKey,
});
export type BulkSchedule = z.infer<typeof BulkSchedule>;

/**
 * `failed`: no reminder could be scheduled. `withdrawn`: the reminder was deleted, or replaced by another one. The others are the states of
 * the reminder.
 */
export const BULK_REMINDER_STATES = ['failed', 'scheduled', 'waiting', 'sent', 'missed', 'withdrawn'] as const;

/** A row of a schedule with its reminder [P1-E33]. */
export const BulkReminder = z.object({
  /** The number of the row in its schedule, from 0 on. */
  row: z.number().int(),
  LineID: z.string().optional(),
  UnitID: z.string().optional(),
  UnitSerNum: z.string().optional(),
  state: z.enum(BULK_REMINDER_STATES),
  /** Why it failed. */
  reason: z.string().optional(),
  testType: ReminderMessage,
  /** The time of the latest try. */
  ReminderTime: Instant.optional(),
  /** When that time was set. */
  lastScheduled: Instant.optional(),
  /** The latest try that the unit carried out. */
  lastTest: Instant.optional(),
  /** The try that is still to come. */
  nextTest: Instant.optional(),
  /** How often the reminder was scheduled. */
  tryCount: z.number().int(),
});
export type BulkReminder = z.infer<typeof BulkReminder>;

/** A row that can be scheduled again: no reminder of it is to come, and none was carried out. */
export const mayReschedule = ({ state }: Pick<BulkReminder, 'state'>) => state === 'failed' || state === 'missed';

/** Longer than all deliveries of a part's message take. */
export const STALLED_AFTER_MS = 2 * HOUR;

interface Progress {
  openParts: number;
  movedAt?: string | undefined;
  createdAt: string;
}

/** True if rows are left and no part was finished for a while. Its messages are dead letters. */
export const isStalled = ({ openParts, movedAt, createdAt }: Progress, now: number): boolean =>
  openParts > 0 && now - Date.parse(movedAt ?? createdAt) > STALLED_AFTER_MS;

/** So many rows are one piece of work. A schedule and all its parts fit into one transaction. */
export const PART_ROWS = 250;

/** The message to a worker. */
export const BulkSchedulePart = z.object({ schedule: BulkScheduleKey, part: z.string() });
export type BulkSchedulePart = z.infer<typeof BulkSchedulePart>;

/** At this pace the last reminder would be more than a year away. */
export const TOO_SLOW =
  'The last reminder would be more than a year away. Choose a shorter time between tests, or fewer units';
export const RESCHEDULE_FAILED = 'Error rescheduling. Please try again.';
