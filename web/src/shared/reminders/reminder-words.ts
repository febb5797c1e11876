import type { Reminder } from '#core/reminders/reminder.ts';
import type { RepeatFrequency } from '#core/reminders/repeat.ts';
import type { Tone } from '#web/components/status/tones.ts';

/** The states of a reminder. */
export const REMINDER_STATES: Record<Reminder['state'], { tone: Tone; label: string }> = {
  scheduled: { tone: 'notice', label: 'Scheduled' },
  sent: { tone: 'ok', label: 'Given' },
  waiting: { tone: 'warning', label: 'Waiting for the unit' },
  missed: { tone: 'danger', label: 'Missed' },
};

export const REPEAT_WORDS: Record<RepeatFrequency, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
};
