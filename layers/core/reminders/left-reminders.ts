import { choice, list, time } from '../audit/wording.ts';
import { REMINDER_MESSAGES } from './reminder.ts';

/** The reminders that a unit lost with its wearer, in an entry of the audit. */
export const LEFT_REMINDERS = {
  reminders: list('Deleted reminders', {
    kind: 'record',
    fields: { Message: choice('reminder', REMINDER_MESSAGES), MessageTime: time('time') },
  }),
};
