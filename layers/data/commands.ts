import { createWriteTransaction, Entity, type EntityItem } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { isConditionFailure } from './conditions.ts';
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

const KEPT = 90 * DAY;

export const commandStore = {
  /** Lets a command wait for its unit; the same commandId again changes nothing, so that a repeated message sends no second one. */
  async queue(command: WaitingCommand): Promise<void> {
    const { data: ended } = await EndedCommandEntity.get({
      UnitSerNum: command.UnitSerNum,
      commandId: command.commandId,
    }).go({ consistent: true });
    if (ended) return;
    try {
      await WaitingCommandEntity.create(command).go();
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  },

  /** The commands that wait for the unit, the oldest first. */
  async waiting(UnitSerNum: string): Promise<WaitingCommand[]> {
    const { data } = await WaitingCommandEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, limit: 100 });
    return data;
  },

  async markSent(UnitSerNum: string, commandId: string, now: number): Promise<void> {
    try {
      await WaitingCommandEntity.patch({ UnitSerNum, commandId })
        .set({ sentAt: instant(now) })
        .go();
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  },

  /** Moves a command from waiting to ended; one that has ended already stays as it was. */
  async end(
    waiting: WaitingCommand,
    outcome: 'done' | 'failed' | 'expired',
    result: unknown,
    now: number,
  ): Promise<void> {
    const { sentAt: _sentAt, ...command } = waiting;
    await createWriteTransaction({ waiting: WaitingCommandEntity, ended: EndedCommandEntity }, (entities) => [
      entities.waiting.remove({ UnitSerNum: command.UnitSerNum, commandId: command.commandId }).commit(),
      entities.ended
        .create({ ...command, outcome, result, endedAt: instant(now), expiresAt: Math.floor((now + KEPT) / 1000) })
        .commit(),
    ]).go();
  },

  async find(UnitSerNum: string, commandId: string): Promise<WaitingCommand | undefined> {
    const { data } = await WaitingCommandEntity.get({ UnitSerNum, commandId }).go({ consistent: true });
    return data ?? undefined;
  },
};
