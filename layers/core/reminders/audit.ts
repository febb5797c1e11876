import { type AuditedArea, choice, text, time } from '../audit/wording.ts';
import { REMINDER_MESSAGES } from './reminder.ts';

const fields = {
  Message: choice('Reminder', REMINDER_MESSAGES),
  MessageTime: time('Time'),
  timeZone: text('Time zone'),
};

export const AUDITED = {
  kinds: {},
  actions: {
    'schedule reminder': { sentence: '{actor} set the reminder “{Message}” for {object}', fields },
    'change reminder': { sentence: '{actor} changed the reminder “{Message}” of {object}', fields },
    'delete reminder': { sentence: '{actor} deleted the reminder “{Message}” of {object}', fields },
  },
} as const satisfies AuditedArea;
