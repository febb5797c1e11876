import { type Occurrence, occurrenceOfUnit, type UnitOfOccurrence } from '../dealer-settings/occurrence.ts';

/** A reminder that did not reach its unit. */
export const missedReminderOccurrence = (
  unit: UnitOfOccurrence,
  { Message, MessageTime }: { Message: string; MessageTime: string },
): Occurrence =>
  occurrenceOfUnit(
    unit,
    'Reminder Missed',
    `${Message}:${MessageTime}`,
    `the reminder ${Message} of ${MessageTime} was missed.`,
  );
