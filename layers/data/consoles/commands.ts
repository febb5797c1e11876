import { createWriteTransaction, Entity, type EntityItem } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { committed, committedOnce, isConditionFailure } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

const requiredText = { type: 'string', required: true } as const;

const commandFields = {
  UnitSerNum: requiredText,
  /** Sorts by the time of the command. */
  commandId: requiredText,
  command: requiredText,
  arguments: { type: 'any', required: true },
  /** Milliseconds; a command is never sent after it. */
  validUntil: { type: 'number', required: true },
  givenBy: requiredText,
  /** The source of the command, such as a reminder's name. */
  origin: { type: 'string' },
} as const;

/** A command that waits for its unit. It is deleted when it has an outcome. */
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
      /** `withdrawn`: cancelled before it was sent. */
      outcome: { type: ['done', 'failed', 'expired', 'withdrawn'] as const, required: true },
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
/** A condition of either item fails if the command was known before. */
const KNOWN_BEFORE = [0, 1];

/** The stored form of a command that has an outcome. */
export const asEnded = (
  { sentAt: _sentAt, ...command }: WaitingCommand,
  outcome: EndedCommand['outcome'],
  now: number,
): EndedCommand => ({ ...command, outcome, endedAt: instant(now), expiresAt: Math.floor((now + KEPT) / 1000) });

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
    const queuing = await committed(() =>
      createWriteTransaction({ waiting: WaitingCommandEntity, ended: EndedCommandEntity }, (entities) => [
        entities.waiting.create(command).commit(),
        entities.ended
          .check({ UnitSerNum, commandId })
          .where((ended, { notExists }) => notExists(ended.commandId))
          .commit(),
      ]).go(),
    );
    return committedOnce(queuing, KNOWN_BEFORE, 'The command changed meanwhile');
  },

  /** The commands that wait for the unit, oldest first. */
  async waiting(UnitSerNum: string): Promise<WaitingCommand[]> {
    const { data } = await WaitingCommandEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
    return data;
  },

  /** Records that the command is about to be sent; false if it has ended or was withdrawn and must not be sent. */
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
    const ended = { ...asEnded(waiting, outcome, now), result };
    const ending = await committed(() =>
      createWriteTransaction({ waiting: WaitingCommandEntity, ended: EndedCommandEntity }, (entities) => [
        entities.waiting.remove({ UnitSerNum, commandId }).commit(),
        entities.ended.create(ended).commit(),
      ]).go(),
    );
    return committedOnce(ending, KNOWN_BEFORE, 'The command changed meanwhile');
  },
};
