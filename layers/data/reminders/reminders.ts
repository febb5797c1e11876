import { createWriteTransaction, Entity, type EntityItem, type TransactWriteEntities } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { commandIdOf, type Reminder } from '#core/reminders/reminder.ts';
import type { Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import {
  asEnded,
  commandStore,
  EndedCommandEntity,
  type WaitingCommand,
  WaitingCommandEntity,
} from '../consoles/commands.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { committed, isConditionFailure, type Operations, refusedAt } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';
import type { StoredUnit } from '../units/units.ts';

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
      expiresAt: requiredNumber,
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

  /**
   * Keeps a reminder in the place of one of its kind; CONFLICT where that is still scheduled and `replace` was not said. A command
   * of the former one that was not sent yet is taken back.
   */
  put(scope: Scope, unit: StoredUnit, reminder: Reminder, replace: boolean, now: number): Promise<void> {
    const { UnitSerNum } = unit;
    const { Message, MessageTime } = reminder;
    const item = { ...reminder, expiresAt: Math.floor((Date.parse(MessageTime) + KEPT_AFTER) / 1000) };
    return untilItHolds(async () => {
      const was = await this.get(UnitSerNum, Message);
      if (was?.state === 'scheduled' && !replace)
        throw new AppError('CONFLICT', 'A reminder of this kind is already scheduled for the unit');
      const unsent = was && was.MessageTime !== MessageTime ? await unsentCommandOf(was) : undefined;
      return committed(() =>
        createWriteTransaction(entitiesOf, (entities) => [
          entities.reminder.put(item).where(asItWas(was)).commit(),
          entities.audit.create(change(scope, unit, 'schedule reminder', reminder, now)).commit(),
          ...(unsent ? takenBack(entities, unsent, now) : []),
        ]).go(),
      );
    });
  },

  /** Deletes a reminder, and takes its command back where that was not sent yet. */
  remove(scope: Scope, unit: StoredUnit, Message: Reminder['Message'], now: number): Promise<void> {
    const { UnitSerNum } = unit;
    return untilItHolds(async () => {
      const was = await this.get(UnitSerNum, Message);
      if (!was) throw new AppError('NOT_FOUND', 'There is no such reminder');
      const unsent = await unsentCommandOf(was);
      return committed(() =>
        createWriteTransaction(entitiesOf, (entities) => [
          entities.reminder.delete({ UnitSerNum, Message }).where(asItWas(was)).commit(),
          entities.audit.create(change(scope, unit, 'delete reminder', { Message }, now)).commit(),
          ...(unsent ? takenBack(entities, unsent, now) : []),
        ]).go(),
      );
    });
  },

  /**
   * Lets a due reminder's command wait for its unit: from then on it is sent once. False where the reminder was deleted, moved or has
   * its outcome, or where the command has ended.
   */
  async letWait({ UnitSerNum, Message, MessageTime }: Due, command: WaitingCommand): Promise<boolean> {
    const result = await committed(() =>
      createWriteTransaction(entitiesOf, (entities) => [
        entities.waiting.create(command).commit(),
        entities.ended
          .check({ UnitSerNum, commandId: command.commandId })
          .where((ended, { notExists }) => notExists(ended.commandId))
          .commit(),
        entities.reminder
          .patch({ UnitSerNum, Message })
          .set({ state: 'waiting' })
          .where(
            (item, { eq }) =>
              `${eq(item.MessageTime, MessageTime)} AND (${UNSETTLED.map((one) => eq(item.state, one)).join(' OR ')})`,
          )
          .commit(),
      ]).go(),
    );
    if (!result.canceled) return true;
    return refusedAt(result, 0) && !refusedAt(result, 1) && !refusedAt(result, 2);
  },

  /**
   * Notes what came of the reminder that was due at `MessageTime`; one that was replaced meanwhile is left alone. Only one that is still
   * open becomes `sent`, so a miss stays one; a reminder that a bridge has taken can still be missed by its unit.
   */
  async settle({ UnitSerNum, Message, MessageTime }: Due, state: 'sent' | 'missed'): Promise<boolean> {
    const from: readonly Reminder['state'][] = state === 'sent' ? UNSETTLED : [...UNSETTLED, 'sent'];
    try {
      await ReminderEntity.patch({ UnitSerNum, Message })
        .set({ state })
        .where(
          (item, { eq }) =>
            `${eq(item.MessageTime, MessageTime)} AND (${from.map((one) => eq(item.state, one)).join(' OR ')})`,
        )
        .go();
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  },

  /**
   * Notes what came of a reminder whose time is over, by the record of its command. It is missed where its unit was never sent the
   * command, did not do it or never answered; a command that still waits ends with it, in one transaction.
   */
  conclude(due: Due, now: number): Promise<void> {
    const { UnitSerNum, Message, MessageTime } = due;
    const commandId = commandIdOf(due);
    return untilItHolds(async () => {
      const was = await this.get(UnitSerNum, Message);
      if (was?.MessageTime !== MessageTime || was.state === 'missed') return DONE_BEFORE;
      const waiting = await commandStore.get(UnitSerNum, commandId);
      const ended = waiting ? undefined : await commandStore.ended(UnitSerNum, commandId);
      if (ended?.outcome === 'done') {
        await this.settle(due, 'sent');
        return DONE_BEFORE;
      }
      return committed(() =>
        createWriteTransaction(entitiesOf, (entities) => [
          entities.reminder.patch({ UnitSerNum, Message }).set({ state: 'missed' }).where(asItWas(was)).commit(),
          ...(waiting
            ? [
                entities.waiting.remove({ UnitSerNum, commandId }).commit(),
                entities.ended.create(asEnded(waiting, 'expired', now)).commit(),
              ]
            : [
                entities.waiting
                  .check({ UnitSerNum, commandId })
                  .where((command, { notExists }) => notExists(command.commandId))
                  .commit(),
              ]),
        ]).go(),
      );
    });
  },
};

/** There is nothing to write any more. */
const DONE_BEFORE = { canceled: false };

type Due = Pick<Reminder, 'UnitSerNum' | 'Message' | 'MessageTime'>;

/** Nothing has come of it yet. */
const UNSETTLED: readonly Reminder['state'][] = ['scheduled', 'waiting'];

const entitiesOf = {
  reminder: ReminderEntity,
  waiting: WaitingCommandEntity,
  ended: EndedCommandEntity,
  audit: AuditEntity,
};

type TransactionEntities = TransactWriteEntities<typeof entitiesOf>;

const MOST_TRIES = 5;

/** Reads and writes again when the reminder or its command changed in between. */
async function untilItHolds(attempt: () => Promise<{ canceled: boolean }>): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) if (!(await attempt()).canceled) return;
  throw new AppError('CONFLICT', 'The reminder is being changed by somebody else. Please try again');
}

/** The condition that the reminder is the one that was read. */
const asItWas =
  (was: StoredReminder | undefined) =>
  ({ MessageTime, state }: Pick<StoredReminder, 'MessageTime' | 'state'>, { eq, notExists }: Operations) =>
    was ? `${eq(MessageTime, was.MessageTime)} AND ${eq(state, was.state)}` : notExists(MessageTime);

/** The command of a reminder while its unit has not been sent it: what a unit has, it does. */
async function unsentCommandOf(reminder: StoredReminder): Promise<WaitingCommand | undefined> {
  const command = await commandStore.get(reminder.UnitSerNum, commandIdOf(reminder));
  return command?.sentAt === undefined ? command : undefined;
}

/** What takes an unsent command back: only one that still waits and was not sent meanwhile. */
const takenBack = (to: TransactionEntities, command: WaitingCommand, now: number) => {
  const { UnitSerNum, commandId } = command;
  return [
    to.waiting
      .remove({ UnitSerNum, commandId })
      .where(({ sentAt }, { notExists }) => notExists(sentAt))
      .commit(),
    to.ended.create(asEnded(command, 'withdrawn', now)).commit(),
  ];
};

const change = (scope: Scope, unit: StoredUnit, action: string, after: object, now: number) =>
  auditEntry(
    scope,
    { objectKind: 'reminder', objectId: unit.UnitSerNum, dealerKey: unit.DealerKey, action, after },
    now,
  );
