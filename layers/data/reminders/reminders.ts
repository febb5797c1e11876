import type { TransactWriteEntities } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import { AppError } from '#core/errors.ts';
import { commandIdOf, lastTestOf, type Reminder, ReminderMessage } from '#core/reminders/reminder.ts';
import type { ReminderRecord } from '#core/reminders/reminder-record.ts';
import type { Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import {
  type EndedCommand,
  EndedCommandEntity,
  endingOf,
  notSent,
  type WaitingCommand,
  WaitingCommandEntity,
  waitingCommand,
} from '../consoles/commands.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change, RETRY, refusedAs, retry, type Write } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { UnitEntity } from '../units/units.ts';
import { minuteEntities, placesFreed, placesOf } from './minutes.ts';
import { ReminderEntity, remindersOf } from './reminder-entity.ts';

const REMINDER_CHANGED = 'The reminder was changed, deleted or given meanwhile. Please look at it again';
export const REMINDER_BUSY = 'The reminder is being changed by somebody else. Please try again';
const ALREADY_SCHEDULED = 'A reminder of this kind is already scheduled for the unit';
/** After the time of the reminder. */
export const KEPT_AFTER_MS = 90 * DAY;
export const reminderEntities = {
  ...minuteEntities,
  reminder: ReminderEntity,
  waiting: WaitingCommandEntity,
  ended: EndedCommandEntity,
};
export const placedEntities = { ...reminderEntities, unit: UnitEntity };
type Actor = Parameters<typeof auditEntry>[0];

/** The reminder of a kind. Apart from the store, which a function that only moves units does not load. */
async function reminderOf(UnitSerNum: string, Message: Reminder['Message']): Promise<ReminderRecord | undefined> {
  const { data } = await ReminderEntity.get({ UnitSerNum, Message }).go({ consistent: true });
  return data ?? undefined;
}

export const reminderStore = {
  list: remindersOf,

  get: reminderOf,

  /**
   * Stores a reminder of the scope's dealer and replaces the previous one of its kind. CONFLICT if that is still scheduled and `replace`
   * is false, if an edited one is no longer scheduled for the time `edited`, or if the unit's dealer was moved. An unsent command of the previous
   * one is withdrawn. Returns what it stored, with the last test of the previous one.
   */
  put(scope: Scope, unit: UnitRecord, reminder: Reminder, options: Replacing, now: number): Promise<Reminder> {
    return retry(REMINDER_BUSY, async () => {
      const { stored, audit, writes } = await placing(scope, unit, reminder, options, now);
      const refused = { changed: RETRY, moved: 'The unit changed meanwhile' } as const;
      await change({ entities: placedEntities, audit, about: unit, refused }, writes);
      return stored;
    });
  },

  /** Deletes a reminder, and withdraws its command if that was not sent yet. CONFLICT if the unit's dealer was moved. */
  remove(scope: Scope, unit: UnitRecord, Message: Reminder['Message'], now: number): Promise<void> {
    const { UnitSerNum } = unit;
    return retry(REMINDER_BUSY, async () => {
      const was = await this.get(UnitSerNum, Message);
      if (!was) throw new AppError('NOT_FOUND', 'There is no such reminder');
      const unsent = await unsentCommandOf(was);
      const withdrawn = unsent && endingOf(unsent, { outcome: 'withdrawn' }, now);
      const audit = [
        entryOf(scope, unit, 'delete reminder', { before: auditedOf(was) }, now),
        ...(withdrawn?.audit ?? []),
      ];
      await change({ entities: reminderEntities, audit, about: unit, refused: { changed: RETRY } }, (to) => [
        to.reminder.delete({ UnitSerNum, Message }).where(reminderIs(was)).commit(),
        ...placesFreed(to, [was], { now }),
        ...(withdrawn ? withdrawal(to, withdrawn.ended) : []),
      ]);
    });
  },
};

interface Replacing {
  replace: boolean;
  edited?: string | undefined;
  /** The bulk schedule that the reminder is part of. */
  partOf?: string;
  /** The minute in which it takes a place of those for batches. */
  countedIn?: string;
}

/**
 * What stores a reminder, for a transaction: what is stored, its writes and its audit entries. The transaction is refused as `changed` if the previous
 * reminder is another one by then, and as `moved` if the unit was moved. The place of the previous one is given back; `keepsPlace`: the new one is in the
 * same minute and takes it over.
 * @throws CONFLICT as `put` does
 */
export async function placing(
  by: Actor & { dealerKey: number },
  unit: UnitRecord,
  reminder: Reminder,
  { replace, edited, partOf, countedIn }: Replacing,
  now: number,
) {
  const { UnitSerNum } = unit;
  const { Message, MessageTime } = reminder;
  const was = await reminderOf(UnitSerNum, Message);
  const lastTest = was && lastTestOf(was);
  const stored = { ...reminder, ...(lastTest && { lastTest }) };
  const item = {
    ...stored,
    DealerKey: by.dealerKey,
    countedIn,
    expiresAt: expiryOf(Date.parse(MessageTime) + KEPT_AFTER_MS),
  };
  const scheduled = was?.state === 'scheduled' ? was : undefined;
  if (edited !== undefined && scheduled?.MessageTime !== edited) throw new AppError('CONFLICT', REMINDER_CHANGED);
  if (scheduled && !replace && edited === undefined) throw new AppError('CONFLICT', ALREADY_SCHEDULED);
  const unsent = was && was.MessageTime !== MessageTime ? await unsentCommandOf(was) : undefined;
  const withdrawn = unsent && endingOf(unsent, { outcome: 'withdrawn' }, now);
  const states = { ...(scheduled && { before: auditedOf(scheduled) }), after: auditedOf(reminder) };
  const action = scheduled ? 'change reminder' : 'schedule reminder';
  return {
    stored,
    keepsPlace: countedIn !== undefined && placesOf([was], now).includes(countedIn),
    audit: [entryOf(by, unit, action, { ...states, partOf }, now), ...(withdrawn?.audit ?? [])],
    writes: (to: TransactWriteEntities<typeof placedEntities>) => [
      to.reminder.put(item).where(reminderIs(was)).commit(),
      // A reminder for the former wearer must not reach the next one.
      refusedAs('moved', hasWearerOf(to.unit, unit)),
      ...placesFreed(to, [was], { now, kept: countedIn }),
      ...(withdrawn ? withdrawal(to, withdrawn.ended) : []),
    ],
  };
}

/**
 * What deletes all reminders of a unit, for the transaction in which its wearer leaves it. Commands that were not sent are withdrawn. The transaction
 * fails if somebody changes or adds a reminder meanwhile. `left`: what the audit has of them. `placed`: the transaction gives their places back, too
 * (`placesFreed`), once for all its units. `size`: how many writes and audit entries it takes.
 */
export async function removalOfAll(UnitSerNum: string, now: number) {
  const found = await Promise.all(
    ReminderMessage.options.map(async (Message) => {
      const was = await reminderOf(UnitSerNum, Message);
      const unsent = was && (await unsentCommandOf(was));
      return { Message, was, withdrawn: unsent && endingOf(unsent, { outcome: 'withdrawn' }, now) };
    }),
  );
  const deleted = found.flatMap(({ was }) => was ?? []);
  const reminders = deleted.map(({ Message, MessageTime }) => ({ Message, MessageTime }));
  const audit = found.flatMap(({ withdrawn }) => withdrawn?.audit ?? []);
  const withdrawals = found.filter(({ withdrawn }) => withdrawn !== undefined).length;
  return {
    left: reminders.length > 0 ? { reminders } : {},
    audit,
    size: found.length + placesOf(deleted, now).length + 2 * withdrawals + 2 * audit.length,
    placed: deleted,
    writes: (to: TransactWriteEntities<typeof reminderEntities>): Write[] =>
      found.flatMap(({ Message, was, withdrawn }) => [
        was
          ? to.reminder.delete({ UnitSerNum, Message }).where(reminderIs(was)).commit()
          : to.reminder.check({ UnitSerNum, Message }).where(reminderIs(undefined)).commit(),
        ...(withdrawn ? withdrawal(to, withdrawn.ended) : []),
      ]),
  };
}

/** The check that the unit still has the dealer and the wearer for whom a reminder was decided. */
const hasWearerOf = (
  unit: TransactWriteEntities<typeof placedEntities>['unit'],
  { UnitSerNum, DealerKey, wearerLeftAt }: UnitRecord,
) =>
  unit
    .check({ UnitSerNum })
    .where((stored, { eq, notExists }) =>
      [
        eq(stored.DealerKey, DealerKey),
        wearerLeftAt === undefined ? notExists(stored.wearerLeftAt) : eq(stored.wearerLeftAt, wearerLeftAt),
      ].join(' AND '),
    )
    .commit();

/** The condition that the reminder is the one that was read. */
export const reminderIs =
  (was: ReminderRecord | undefined) =>
  (
    { MessageTime, state, countedIn }: Pick<ReminderRecord, 'MessageTime' | 'state'> & { countedIn: string },
    { eq, notExists }: Operations,
  ) =>
    was
      ? [
          eq(MessageTime, was.MessageTime),
          eq(state, was.state),
          // A place is given back once.
          was.countedIn === undefined ? notExists(countedIn) : eq(countedIn, was.countedIn),
        ].join(' AND ')
      : notExists(MessageTime);

/** The command of a reminder, if it was not sent. A sent command cannot be withdrawn. */
async function unsentCommandOf(reminder: Reminder): Promise<WaitingCommand | undefined> {
  const command = await waitingCommand(reminder.UnitSerNum, commandIdOf(reminder));
  return command?.sentAt === undefined ? command : undefined;
}

/** The writes that withdraw a command, on the condition that it still waits and was not sent. */
const withdrawal = (to: TransactWriteEntities<typeof reminderEntities>, command: EndedCommand) => {
  const { UnitSerNum, commandId } = command;
  return [to.waiting.remove({ UnitSerNum, commandId }).where(notSent).commit(), to.ended.create(command).commit()];
};

const auditedOf = ({ Message, MessageTime, timeZone, repeatFrequency, endDate }: Reminder) => ({
  Message,
  MessageTime,
  timeZone,
  ...(repeatFrequency && { repeatFrequency }),
  ...(endDate && { endDate }),
});

const entryOf = (
  by: Actor,
  unit: UnitRecord,
  action: AuditAction,
  { partOf, ...states }: { before?: object; after?: object; partOf?: string | undefined },
  now: number,
) =>
  auditEntry(
    by,
    {
      objectKind: 'unit',
      objectId: unit.UnitSerNum,
      dealerKey: unit.DealerKey,
      action,
      ...states,
      ...(partOf !== undefined && { partOf }),
    },
    now,
  );
