import type { Reminder } from './reminder.ts';
import { isToCome } from './to-come.ts';

/** The reminders that the details of a unit name (portal-2 section 3). A test of the unit is not among them. */
export const DETAIL_REMINDERS = ['EatAMeal', 'TakeMedication', 'TestBloodSugar'] as const;
export type NextReminders = Partial<Record<(typeof DETAIL_REMINDERS)[number], string>>;

/** When the reminder of each kind is given next. A kind without one is absent. */
export function nextReminders(reminders: readonly Reminder[]): NextReminders {
  const next: NextReminders = {};
  for (const kind of DETAIL_REMINDERS) {
    const reminder = reminders.find(({ Message }) => Message === kind);
    if (reminder && isToCome(reminder)) next[kind] = reminder.MessageTime;
  }
  return next;
}
