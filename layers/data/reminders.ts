import { createWriteTransaction, Entity, type EntityItem } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Reminder } from '#core/reminders/reminder.ts';
import type { Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { AuditEntity, auditEntry } from './audit.ts';
import { committed, isConditionFailure } from './conditions.ts';
import { at, primary } from './table.ts';
import type { StoredUnit } from './units.ts';

const requiredText = { type: 'string', required: true } as const;

/** At most one reminder of a kind for a unit. */
export const ReminderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'reminder', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      Message: { type: ['EatAMeal', 'TakeMedication', 'TestBloodSugar', 'TestUnit'] as const, required: true },
      MessageTime: requiredText,
      timeZone: requiredText,
      state: { type: ['scheduled', 'sent', 'waiting', 'missed'] as const, required: true },
      createdBy: requiredText,
      expiresAt: { type: 'number', required: true },
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['Message']) },
  },
  at,
);
export type StoredReminder = EntityItem<typeof ReminderEntity>;

const KEPT_AFTER = 90 * DAY;

export const reminderStore = {
  async list(UnitSerNum: string): Promise<Reminder[]> {
    const { data } = await ReminderEntity.query.byUnit({ UnitSerNum }).go({ pages: 'all' });
    return data.map(({ expiresAt: _expiresAt, ...reminder }) => reminder);
  },

  async get(UnitSerNum: string, Message: Reminder['Message']): Promise<StoredReminder | undefined> {
    const { data } = await ReminderEntity.get({ UnitSerNum, Message }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Keeps a reminder; CONFLICT where one of its kind is still scheduled and `replace` was not said. */
  async put(scope: Scope, unit: StoredUnit, reminder: Reminder, replace: boolean, now: number): Promise<void> {
    const item = { ...reminder, expiresAt: Math.floor((Date.parse(reminder.MessageTime) + KEPT_AFTER) / 1000) };
    const result = await committed(() =>
      createWriteTransaction({ reminder: ReminderEntity, audit: AuditEntity }, (entities) => [
        replace
          ? entities.reminder.put(item).commit()
          : entities.reminder
              .put(item)
              .where(({ state }, { notExists, ne }) => `${notExists(state)} OR ${ne(state, 'scheduled')}`)
              .commit(),
        entities.audit.create(change(scope, unit, 'schedule reminder', reminder, now)).commit(),
      ]).go(),
    );
    if (result.canceled) throw new AppError('CONFLICT', 'A reminder of this kind is already scheduled for the unit');
  },

  async remove(scope: Scope, unit: StoredUnit, Message: Reminder['Message'], now: number): Promise<void> {
    const result = await committed(() =>
      createWriteTransaction({ reminder: ReminderEntity, audit: AuditEntity }, (entities) => [
        entities.reminder.remove({ UnitSerNum: unit.UnitSerNum, Message }).commit(),
        entities.audit.create(change(scope, unit, 'delete reminder', { Message }, now)).commit(),
      ]).go(),
    );
    if (result.canceled) throw new AppError('NOT_FOUND', 'There is no such reminder');
  },

  /** Notes what came of the reminder that was due at `MessageTime`; one that was replaced meanwhile is left alone. */
  async settle(
    { UnitSerNum, Message, MessageTime }: Pick<Reminder, 'UnitSerNum' | 'Message' | 'MessageTime'>,
    state: 'sent' | 'waiting' | 'missed',
  ): Promise<boolean> {
    try {
      await ReminderEntity.patch({ UnitSerNum, Message })
        .set({ state })
        .where((reminder, { eq }) => eq(reminder.MessageTime, MessageTime))
        .go();
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  },
};

const change = (scope: Scope, unit: StoredUnit, action: string, after: object, now: number) =>
  auditEntry(
    scope,
    { objectKind: 'reminder', objectId: unit.UnitSerNum, dealerKey: unit.DealerKey, action, after },
    now,
  );
