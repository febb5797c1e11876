import { type BulkSchedule, isStalled } from '#core/reminders/bulk-schedule.ts';
import type { BulkScheduleRecord } from '#core/reminders/bulk-schedule-record.ts';

/** A stored bulk schedule as the portal shows it. */
export function shownBulkSchedule(stored: BulkScheduleRecord, now: number): BulkSchedule {
  const {
    openParts,
    reschedules: _reschedules,
    movedAt: _movedAt,
    replace: _replace,
    expiresAt: _expiresAt,
    ...shown
  } = stored;
  return { ...shown, isUnderWay: openParts > 0, isStalled: isStalled(stored, now) };
}
