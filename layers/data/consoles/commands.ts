import { Entity, type EntityItem } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { expiryOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

const commandFields = {
  UnitSerNum: requiredText,
  /** Sorts by the time of the command. */
  commandId: requiredText,
  command: requiredText,
  arguments: { type: 'any', required: true },
  /** Milliseconds; a command is never sent after it. */
  validUntil: requiredNumber,
  givenBy: requiredText,
  /** The source of the command, such as a reminder's name. */
  origin: text,
} as const;

/** A command that waits for its unit. It is deleted when it has an outcome. */
export const WaitingCommandEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'waitingCommand', version: '1' },
    attributes: { ...commandFields, sentAt: text },
    indexes: { byUnit: primary(['UnitSerNum'], ['commandId']) },
  },
  at,
);
export type WaitingCommand = EntityItem<typeof WaitingCommandEntity>;

export const EndedCommandEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'endedCommand', version: '1' },
    attributes: {
      ...commandFields,
      /** `withdrawn`: cancelled before it was sent. */
      outcome: { type: ['done', 'failed', 'expired', 'withdrawn'] as const, required: true },
      result: { type: 'any' },
      endedAt: requiredText,
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['commandId']) },
  },
  at,
);

export type EndedCommand = EntityItem<typeof EndedCommandEntity>;

const KEPT_MS = 90 * DAY;
const entities = { waiting: WaitingCommandEntity, ended: EndedCommandEntity };

/** The stored form of a command that has an outcome. */
export const toEndedCommand = (
  { sentAt: _sentAt, ...command }: WaitingCommand,
  outcome: EndedCommand['outcome'],
  now: number,
): EndedCommand => ({ ...command, outcome, endedAt: instant(now), expiresAt: expiryOf(now + KEPT_MS) });

export const commandStore = {
  /** The command while it waits for its unit, sent or not. */
  async get(UnitSerNum: string, commandId: string): Promise<WaitingCommand | undefined> {
    const { data } = await WaitingCommandEntity.get({ UnitSerNum, commandId }).go({ consistent: true });
    return data ?? undefined;
  },

  /**
   * Stores a command that waits for its unit. False, and no effect, if the commandId is known, so that a repeated message
   * sends no second command.
   */
  async queue(command: WaitingCommand): Promise<boolean> {
    const { UnitSerNum, commandId } = command;
    const refusal = await tryChange({ entities }, (to) => [
      to.waiting.create(command).commit(),
      to.ended
        .check({ UnitSerNum, commandId })
        .where((ended, { notExists }) => notExists(ended.commandId))
        .commit(),
    ]);
    return !refusal;
  },

  /** The commands that wait for the unit, oldest first. */
  async waiting(UnitSerNum: string): Promise<WaitingCommand[]> {
    const { data } = await WaitingCommandEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
    return data;
  },

  /** Records that the command is about to be sent; false if it has ended or was withdrawn and must not be sent. */
  async markSent(UnitSerNum: string, commandId: string, now: number): Promise<boolean> {
    const marked = await tryWrite(
      WaitingCommandEntity.patch({ UnitSerNum, commandId })
        .set({ sentAt: instant(now) })
        .go(),
    );
    return marked !== undefined;
  },

  /** The command if it has an outcome; undefined once that has expired. */
  async ended(UnitSerNum: string, commandId: string): Promise<EndedCommand | undefined> {
    const { data } = await EndedCommandEntity.get({ UnitSerNum, commandId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Moves a command from waiting to ended; false if it had ended before, or was never known. */
  async end(
    UnitSerNum: string,
    commandId: string,
    { outcome, result, now }: { outcome: 'done' | 'failed' | 'expired'; result?: unknown; now: number },
  ): Promise<boolean> {
    const waiting = await this.get(UnitSerNum, commandId);
    if (!waiting) return false;
    const ended = { ...toEndedCommand(waiting, outcome, now), result };
    const refusal = await tryChange({ entities }, (to) => [
      to.waiting.remove({ UnitSerNum, commandId }).commit(),
      to.ended.create(ended).commit(),
    ]);
    return !refusal;
  },
};
