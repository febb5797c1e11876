import { type Occurrence, occurrenceOfUnit, type UnitOfOccurrence } from '../dealer-settings/occurrence.ts';
import { REMINDER_MESSAGES } from './reminder.ts';

/** A reminder that did not reach its unit. */
export const missedReminderOccurrence = (
  unit: UnitOfOccurrence,
  { Message, MessageTime }: { Message: keyof typeof REMINDER_MESSAGES; MessageTime: string },
): Occurrence =>
  occurrenceOfUnit(
    unit,
    'Reminder Missed',
    `${Message}:${MessageTime}`,
    `the reminder ‘${REMINDER_MESSAGES[Message]}’ of ${MessageTime} was missed.`,
  );
