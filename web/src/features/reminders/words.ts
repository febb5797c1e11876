import type { BulkReminder } from '#core/reminders/bulk-schedule.ts';
import type { Tone } from '#web/components/status/tones.ts';
import { REMINDER_STATES } from '#web/shared/reminders/reminder-words.ts';

/** The states of a row of a batch. */
export const BULK_REMINDER_WORDS: Record<BulkReminder['state'], { tone: Tone; label: string }> = {
  ...REMINDER_STATES,
  failed: { tone: 'danger', label: 'Not scheduled' },
  withdrawn: { tone: 'muted', label: 'Deleted or replaced' },
};

export const UNDER_WAY = { tone: 'notice', label: 'Under way' } as const;
export const NOT_FINISHED = { tone: 'warning', label: 'Not finished' } as const;
