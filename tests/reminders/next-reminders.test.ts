import { expect, it } from 'vitest';
import { nextReminders } from '#core/reminders/next-reminders.ts';
import type { Reminder } from '#core/reminders/reminder.ts';

const reminder = (Message: Reminder['Message'], state: Reminder['state']): Reminder => ({
  ...{ UnitSerNum: '400220', Message, state, MessageTime: '2026-11-21T09:30:00.000Z' },
  ...{ timeZone: 'UTC', createdBy: 'ann' },
});

it('the details of a unit name only reminders that are still to come', () => {
  const MessageTime = '2026-11-21T09:30:00.000Z';
  expect(nextReminders([reminder('EatAMeal', 'scheduled'), reminder('TakeMedication', 'waiting')])).toEqual({
    ...{ EatAMeal: MessageTime, TakeMedication: MessageTime },
  });
  for (const state of ['sent', 'missed'] as const) expect(nextReminders([reminder('EatAMeal', state)])).toEqual({});
});
