import type { BulkSchedule } from '#core/reminders/bulk-schedule.ts';
import type { BulkScheduleRecord } from '#core/reminders/bulk-schedule-record.ts';

/** A stored bulk schedule as the portal shows it. */
export const shownBulkSchedule = ({
  openParts,
  reschedules: _reschedules,
  replace: _replace,
  expiresAt: _expiresAt,
  ...shown
}: BulkScheduleRecord): BulkSchedule => ({ ...shown, isUnderWay: openParts > 0 });
