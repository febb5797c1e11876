import { createWriteTransaction, Entity, type EntityItem } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { committed, isConditionFailure } from './conditions.ts';
import { at, primary } from './table.ts';

const requiredText = { type: 'string', required: true } as const;

const commandFields = {
  UnitSerNum: requiredText,
  /** Sorts by when the command was given. */
  commandId: requiredText,
  command: requiredText,
  arguments: { type: 'any', required: true },
  /** Milliseconds; a command is never sent after it. */
  validUntil: { type: 'number', required: true },
  givenBy: requiredText,
  /** What the command came from, such as a reminder's name. */
  origin: { type: 'string' },
} as const;

/** A command that waits for its unit: sent when the unit is there, gone when it has an outcome. */
export const WaitingCommandEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'waitingCommand', version: '1' },
    attributes: { ...commandFields, sentAt: { type: 'string' } },
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
      outcome: { type: ['done', 'failed', 'expired'] as const, required: true },
      result: { type: 'any' },
      endedAt: requiredText,
      expiresAt: { type: 'number', required: true },
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['commandId']) },
  },
  at,
);

export type EndedCommand = EntityItem<typeof EndedCommandEntity>;

const KEPT = 90 * DAY;

export const commandStore = {
  /**
   * Lets a command wait for its unit. False where the commandId was known: it changes nothing then, so that a repeated message
   * sends no second one.
   */
  async queue(command: WaitingCommand): Promise<boolean> {
    const { data: ended } = await EndedCommandEntity.get({
      UnitSerNum: command.UnitSerNum,
      commandId: command.commandId,
    }).go({ consistent: true });
    if (ended) return false;
    try {
      await WaitingCommandEntity.create(command).go();
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  },

  /** The commands that wait for the unit, the oldest first. */
  async waiting(UnitSerNum: string): Promise<WaitingCommand[]> {
    const { data } = await WaitingCommandEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
    return data;
  },

  /** Notes that the command is about to be sent; false if it has ended or was taken back, and must not be sent. */
  async markSent(UnitSerNum: string, commandId: string, now: number): Promise<boolean> {
    try {
      await WaitingCommandEntity.patch({ UnitSerNum, commandId })
        .set({ sentAt: instant(now) })
        .go();
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  },

  /** Moves a command from waiting to ended; false if it had ended before, or was never known. */
  async end(
    UnitSerNum: string,
    commandId: string,
    { outcome, result, now }: { outcome: 'done' | 'failed' | 'expired'; result?: unknown; now: number },
  ): Promise<boolean> {
    const { data: waiting } = await WaitingCommandEntity.get({ UnitSerNum, commandId }).go({ consistent: true });
    if (!waiting) return false;
    const { sentAt: _sentAt, ...command } = waiting;
    const ended = { ...command, outcome, result, endedAt: instant(now), expiresAt: Math.floor((now + KEPT) / 1000) };
    const { canceled } = await committed(() =>
      createWriteTransaction({ waiting: WaitingCommandEntity, ended: EndedCommandEntity }, (entities) => [
        entities.waiting.remove({ UnitSerNum, commandId }).commit(),
        entities.ended.create(ended).commit(),
      ]).go(),
    );
    return !canceled;
  },
};
