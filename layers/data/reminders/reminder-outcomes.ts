import { AppError } from '#core/errors.ts';
import { commandIdOf, lastTestOf, type Reminder } from '#core/reminders/reminder.ts';
import type { ReminderRecord } from '#core/reminders/reminder-record.ts';
import { nextOccurrence } from '#core/reminders/repeat.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { givenEntries } from '../consoles/command-audit.ts';
import {
  commandStore,
  EndedCommandEntity,
  endingOf,
  isSameCommand,
  type WaitingCommand,
  waitingEntities,
  waitingWrites,
} from '../consoles/commands.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change, RETRY, retry, tryChange } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { ReminderEntity } from './reminder-entity.ts';
import { KEPT_AFTER_MS, REMINDER_BUSY, reminderIs, reminderStore } from './reminders.ts';

type Due = Pick<Reminder, 'UnitSerNum' | 'Message' | 'MessageTime'>;

/** The states of a reminder that has no outcome yet. */
const OPEN: readonly Reminder['state'][] = ['scheduled', 'waiting'];

const entities = { reminder: ReminderEntity, ...waitingEntities, ended: EndedCommandEntity };

export const reminderOutcomeStore = {
  /**
   * Queues the command of a due reminder for its unit, with its audit entry. False if the reminder was deleted, moved or has its outcome,
   * or if the command has ended. True if the same command is already queued.
   * @throws CONFLICT if another command is queued under its id
   */
  async queueCommand(
    { UnitSerNum, Message, MessageTime }: Due,
    command: WaitingCommand,
    now: number,
  ): Promise<boolean> {
    const { commandId } = command;
    const refusal = await tryChange({ entities, audit: givenEntries(command, now) }, (to) => [
      to.ended
        .check({ UnitSerNum, commandId })
        .where((ended, { notExists }) => notExists(ended.commandId))
        .commit(),
      to.reminder.patch({ UnitSerNum, Message }).set({ state: 'waiting' }).where(isDue(MessageTime, OPEN)).commit(),
      ...waitingWrites(to, command, now),
    ]);
    if (refusal !== 'known') return refusal === undefined;
    const queued = await commandStore.get(UnitSerNum, commandId);
    if (queued && !isSameCommand(queued, command))
      throw new AppError('CONFLICT', 'Another command has the id of the reminder');
    return queued !== undefined;
  },

  /**
   * Stores the outcome of the reminder that was due at `MessageTime`. Only an open one becomes `sent`, but a sent one can still be
   * `missed` by its unit, which adds an audit entry. False if the reminder was replaced or has another outcome.
   */
  async settle(due: Due, state: 'sent' | 'missed', now: number): Promise<boolean> {
    const { UnitSerNum, Message, MessageTime } = due;
    const from: readonly Reminder['state'][] = state === 'sent' ? OPEN : [...OPEN, 'sent'];
    const was = state === 'missed' ? await reminderStore.get(UnitSerNum, Message) : undefined;
    const refusal = await tryChange({ entities, audit: was ? missedEntry(was, now) : [] }, (to) => [
      to.reminder.patch({ UnitSerNum, Message }).set({ state }).where(isDue(MessageTime, from)).commit(),
    ]);
    return refusal === undefined;
  },

  /**
   * Stores the outcome of a reminder that is not sent any more. It is `missed` if its command was not sent, was not carried out or was not
   * answered. A command that still waits expires in the same transaction.
   */
  conclude(due: Due, now: number): Promise<void> {
    const { UnitSerNum, Message, MessageTime } = due;
    const commandId = commandIdOf(due);
    return retry(REMINDER_BUSY, async () => {
      const was = await reminderStore.get(UnitSerNum, Message);
      if (was?.MessageTime !== MessageTime || was.state === 'missed') return;
      const waiting = await commandStore.get(UnitSerNum, commandId);
      const ended = waiting ? undefined : await commandStore.ended(UnitSerNum, commandId);
      if (ended?.outcome === 'done') {
        await this.settle(due, 'sent', now);
        return;
      }
      const expired = waiting && endingOf(waiting, { outcome: 'unanswered' }, now);
      await change(
        { entities, audit: [...(expired?.audit ?? []), missedEntry(was, now)], refused: { changed: RETRY } },
        (to) => [
          to.reminder.patch({ UnitSerNum, Message }).set({ state: 'missed' }).where(reminderIs(was)).commit(),
          ...(expired
            ? [to.waiting.remove({ UnitSerNum, commandId }).commit(), to.ended.create(expired.ended).commit()]
            : [
                to.waiting
                  .check({ UnitSerNum, commandId })
                  .where((command, { notExists }) => notExists(command.commandId))
                  .commit(),
              ]),
        ],
      );
    });
  },

  /**
   * Schedules the next occurrence of a reminder that repeats, once its present one has its outcome. False if it does not repeat, has no
   * outcome, or was changed.
   */
  async repeat({ UnitSerNum, Message, MessageTime }: Due, now: number): Promise<boolean> {
    const was = await reminderStore.get(UnitSerNum, Message);
    const next = was?.MessageTime === MessageTime ? nextOccurrence(was, now) : undefined;
    if (was === undefined || next === undefined || OPEN.includes(was.state)) return false;
    const lastTest = lastTestOf(was);
    const repeated = await tryWrite(
      ReminderEntity.patch({ UnitSerNum, Message })
        .set({
          MessageTime: next,
          state: 'scheduled',
          ...(lastTest && { lastTest }),
          expiresAt: expiryOf(Date.parse(next) + KEPT_AFTER_MS),
        })
        .where((item, operations) =>
          [isDue(MessageTime, ['sent', 'missed'])(item, operations), operations.eq(item.state, was.state)].join(
            ' AND ',
          ),
        )
        .go(),
    );
    // Its unit may have told its outcome meanwhile. No other message comes for this occurrence.
    return repeated !== undefined || this.repeat({ UnitSerNum, Message, MessageTime }, now);
  },
};

/** A missed reminder is in the audit of its unit, like one that was given. Nobody acts, so it belongs to the dealer that set the reminder. */
const missedEntry = ({ UnitSerNum, DealerKey, Message, MessageTime }: ReminderRecord, now: number) =>
  auditEntry(
    SYSTEM,
    {
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: 'miss reminder',
      after: { Message, MessageTime },
    },
    now,
  );

/** The condition that the reminder is due at that time and in one of the states. */
const isDue =
  (time: string, states: readonly Reminder['state'][]) =>
  ({ MessageTime, state }: Pick<Reminder, 'MessageTime' | 'state'>, { eq }: Operations) =>
    `${eq(MessageTime, time)} AND (${states.map((one) => eq(state, one)).join(' OR ')})`;
