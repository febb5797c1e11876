import { Entity } from 'electrodb';
import type { ReminderRecord } from '#core/reminders/reminder-record.ts';
import { expiresAt, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';

/** A unit has at most one reminder of each kind. */
export const ReminderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'reminder', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      Message: { type: ['EatAMeal', 'TakeMedication', 'TestBloodSugar', 'TestUnit'] as const, required: true },
      MessageTime: requiredText,
      timeZone: requiredText,
      state: { type: ['scheduled', 'sent', 'waiting', 'missed'] as const, required: true },
      createdBy: requiredText,
      startDate: text,
      startTime: text,
      repeatFrequency: { type: ['daily', 'weekly', 'monthly'] as const },
      endDate: text,
      lastTest: text,
      /** The minute in which it takes a place of those for batches. Absent: it takes none. */
      countedIn: text,
      /** The dealer for which it was set. */
      DealerKey: requiredNumber,
      expiresAt,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['Message']) },
  },
  at,
);

/** The reminders of a unit. Apart from the store, which a function that only lists them does not load. */
export async function remindersOf(UnitSerNum: string): Promise<ReminderRecord[]> {
  const { data } = await ReminderEntity.query.byUnit({ UnitSerNum }).go({ pages: 'all' });
  return data;
}
