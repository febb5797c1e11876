import { type AuditedArea, choice, number, text, time } from '../audit/wording.ts';
import { REMINDER_MESSAGES } from './reminder.ts';

const fields = {
  Message: choice('Reminder', REMINDER_MESSAGES),
  MessageTime: time('Time'),
  timeZone: text('Time zone'),
  repeatFrequency: choice('Repeats', { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' }),
  endDate: text('Until'),
};

const bulk = {
  type: choice('Reminder', REMINDER_MESSAGES),
  units: number('Units'),
  minutesBetween: number('Minutes between'),
  timeZone: text('Time zone'),
};

export const AUDITED = {
  kinds: { bulkSchedule: 'Bulk schedule' },
  actions: {
    'schedule reminder': { sentence: '{actor} set the reminder “{Message}” for {object}', fields },
    'change reminder': { sentence: '{actor} changed the reminder “{Message}” of {object}', fields },
    'delete reminder': { sentence: '{actor} deleted the reminder “{Message}” of {object}', fields },
    'miss reminder': { sentence: 'The reminder “{Message}” was not given to {object} in time', fields },
    'start bulk schedule': { sentence: '{actor} set the reminder “{type}” for {units} units by a file', fields: bulk },
    'reschedule bulk schedule': {
      sentence: '{actor} set the reminder “{type}” again for {units} units of a file',
      fields: bulk,
    },
  },
} as const satisfies AuditedArea;
