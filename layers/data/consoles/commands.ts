import { Entity, type EntityItem, type TransactWriteEntities } from 'electrodb';
import type { ArgumentValues } from '#core/consoles/arguments.ts';
import { MAX_WAITING } from '#core/consoles/command-id.ts';
import { TOO_MANY_WAIT } from '#core/consoles/messages.ts';
import type { SendMark } from '#core/consoles/progress.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { AuditItem } from '../audit/audit.ts';
import { expiryOf, jsonOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { change, refusedAs, tryChange } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { newId } from '../kit/id.ts';
import { at, primary } from '../kit/table.ts';
import { inTurn, type Turn } from '../kit/turns.ts';
import { belongsTo } from '../units/unit-place.ts';
import { UnitEntity } from '../units/units.ts';
import { type CommandGiver, endedEntries, givenEntries } from './command-audit.ts';

const commandFields = {
  UnitSerNum: requiredText,
  /** Of layers/core/consoles/command-id.ts. Commands from consoles sort by their time. */
  commandId: requiredText,
  command: requiredText,
  arguments: { ...jsonOf<ArgumentValues>(), required: true },
  /** Milliseconds; a command is never sent after it. */
  validUntil: requiredNumber,
  givenBy: requiredText,
  /** The dealer for which it was given. It is sent only while the unit belongs to this dealer or to one below it. */
  DealerKey: requiredNumber,
  /** The source of the command, such as a reminder's name. */
  origin: text,
  giver: jsonOf<CommandGiver>(),
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

/** Says that commands may wait for the unit, so that the login of a unit without it needs no query. Each command stores another one. */
export const CommandNoticeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'commandNotice', version: '1' },
    attributes: { UnitSerNum: requiredText, noticeId: requiredText },
    indexes: { commandNotice: primary(['UnitSerNum'], []) },
  },
  at,
);

/** The entities of {@link waitingWrites}. */
export const waitingEntities = { waiting: WaitingCommandEntity, notice: CommandNoticeEntity };

/** The only writes that store a command that waits. They are refused as `known` if another one has its id. */
export const waitingWrites = (
  to: TransactWriteEntities<typeof waitingEntities>,
  command: WaitingCommand,
  now: number,
) => [
  refusedAs('known', to.waiting.create(command).commit()),
  to.notice.put({ UnitSerNum: command.UnitSerNum, noticeId: newId(now) }).commit(),
];

export const EndedCommandEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'endedCommand', version: '1' },
    attributes: {
      ...correlation,
      ...commandFields,
      /** `expired`: not sent in time, or not while the unit belonged to the dealer and the giver had the rights. `lost`: sent, and no result came. `withdrawn`: cancelled before it was sent. */
      outcome: { type: ['done', 'failed', 'expired', 'lost', 'withdrawn'] as const, required: true },
      result: jsonOf<CommandReply>(),
      endedAt: requiredText,
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['commandId']) },
  },
  at,
);

export type EndedCommand = EntityItem<typeof EndedCommandEntity>;

type CommandContent = Pick<WaitingCommand, 'commandId' | 'command' | 'arguments' | 'validUntil'>;

/** A unit's answer to a command. `outcome` is a name of the unit protocol. */
interface CommandReply {
  readonly outcome: string;
  readonly text?: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** How a command ends. `unanswered`: no result came in its time. */
type Ending =
  | { outcome: 'done' | 'failed'; result?: CommandReply; text?: never }
  | { outcome: 'unanswered' | 'withdrawn'; result?: never; text?: string | undefined };

const KEPT_MS = 90 * DAY;
const KNOWN = 'The command is known already';
const BUSY = 'Others give commands to this unit right now. Please try again';
const entities = { ...waitingEntities, ended: EndedCommandEntity };
const refused = { known: KNOWN, changed: KNOWN };

/** What ends a waiting command: its stored form, and the audit entries that belong into the same transaction. */
export function endingOf(
  { sentAt, ...command }: WaitingCommand,
  { outcome, result, text }: Ending,
  now: number,
): { ended: EndedCommand; audit: AuditItem[] } {
  const reached = outcome === 'unanswered' ? (sentAt === undefined ? 'expired' : 'lost') : outcome;
  const ended = { ...command, outcome: reached, endedAt: instant(now), expiresAt: expiryOf(now + KEPT_MS) } as const;
  const audit = endedEntries(command, { outcome: result?.outcome ?? reached, text: result?.text ?? text }, now);
  return { ended: result ? { ...ended, result } : ended, audit };
}

/** True if both tell the unit the same, until the same time. */
export const isSameCommand = (one: CommandContent, other: CommandContent): boolean =>
  one.commandId === other.commandId &&
  one.command === other.command &&
  one.validUntil === other.validUntil &&
  isEqual(one.arguments, other.arguments);

/** The condition that the command was not sent. */
export const notSent = ({ sentAt }: { sentAt: string }, { notExists }: Operations) => notExists(sentAt);

/** The command while it waits for its unit, sent or not. Apart from the store, which a function that only reads a command does not load. */
export async function waitingCommand(UnitSerNum: string, commandId: string): Promise<WaitingCommand | undefined> {
  const { data } = await WaitingCommandEntity.get({ UnitSerNum, commandId }).go({ consistent: true });
  return data ?? undefined;
}

export const commandStore = {
  get: waitingCommand,

  /** Stores a command that waits for its unit, with its audit entry. CONFLICT if another one has its id. */
  queue: (command: WaitingCommand, now: number): Promise<void> =>
    change({ entities, audit: givenEntries(command, now), refused }, (to) => waitingWrites(to, command, now)),

  /** Like `queue`, but TOO_MANY if as many commands wait for the unit as can. */
  queueWithRoom: (command: WaitingCommand, now: number): Promise<void> =>
    commandStore.withRoom(command.UnitSerNum, (turn) => writeInTurn(command, turn, now), now),

  /** Like `queueWithRoom`, unless the same person's same command waits: of several at once, the unit gets one. Returns the one that waits. */
  queueOnce: (command: WaitingCommand, now: number): Promise<WaitingCommand> =>
    inTurn(
      turnOf(command.UnitSerNum),
      async (turn) => {
        const waiting = (await commandStore.waiting(command.UnitSerNum)).find((one) => isRepeated(one, command, now));
        if (waiting) return waiting;
        await requireRoom(command.UnitSerNum, now);
        await writeInTurn(command, turn, now);
        return command;
      },
      now,
    ),

  /** Adds a waiting command in its turn. TOO_MANY if as many commands wait for the unit as can. */
  withRoom: (UnitSerNum: string, add: (turn: Turn) => Promise<void>, now: number): Promise<void> =>
    inTurn(
      turnOf(UnitSerNum),
      async (turn) => {
        await requireRoom(UnitSerNum, now);
        await add(turn);
      },
      now,
    ),

  /** The commands that wait for the unit, oldest first. */
  async waiting(UnitSerNum: string): Promise<WaitingCommand[]> {
    const { data } = await WaitingCommandEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
    return data;
  },

  /**
   * Records that the command is about to be sent, unless it has ended or was withdrawn. The command of a unit that has left the dealer of the command ends
   * here, and one for which `whyNot` has a reason.
   */
  async markSent(
    UnitSerNum: string,
    commandId: string,
    now: number,
    whyNot: (command: WaitingCommand, unit: UnitRecord) => Promise<string | undefined>,
  ): Promise<SendMark> {
    const command = await this.get(UnitSerNum, commandId);
    if (!command) return 'ended';
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const end = (text?: string) => this.end(UnitSerNum, commandId, { outcome: 'unanswered', text }, now);
    if (!unit || !(await belongsTo(command.DealerKey, unit))) {
      await end();
      return 'ended';
    }
    const refused = await whyNot(command, unit);
    if (refused !== undefined) return (await end(refused)) ? { refused } : 'ended';
    const marked = await tryWrite(
      WaitingCommandEntity.patch({ UnitSerNum, commandId })
        .set({ sentAt: instant(now) })
        .go(),
    );
    return marked ? 'marked' : 'ended';
  },

  /** The command if it has an outcome; undefined once that has expired. */
  async ended(UnitSerNum: string, commandId: string): Promise<EndedCommand | undefined> {
    const { data } = await EndedCommandEntity.get({ UnitSerNum, commandId }).go({ consistent: true });
    return data ?? undefined;
  },

  /**
   * Moves a command from waiting to ended, with its audit entry; false if it had ended before, or was never known. A command that was sent
   * is not withdrawn.
   */
  async end(UnitSerNum: string, commandId: string, ending: Ending, now: number): Promise<boolean> {
    const waiting = await this.get(UnitSerNum, commandId);
    if (!waiting) return false;
    const { ended, audit } = endingOf(waiting, ending, now);
    const refusal = await tryChange({ entities, audit }, (to) => [
      ending.outcome === 'withdrawn'
        ? to.waiting.remove({ UnitSerNum, commandId }).where(notSent).commit()
        : to.waiting.remove({ UnitSerNum, commandId }).commit(),
      to.ended.create(ended).commit(),
    ]);
    return !refusal;
  },
};

const turnOf = (UnitSerNum: string) => ({ set: `commands of ${UnitSerNum}`, busy: BUSY });

const writeInTurn = (command: WaitingCommand, turn: Turn, now: number): Promise<void> =>
  change(
    {
      entities: { ...entities, ...turn.entities },
      audit: givenEntries(command, now),
      refused: { ...refused, ...turn.refused },
    },
    (to) => [...waitingWrites(to, command, now), turn.write(to)],
  );

const isRepeated = (waiting: WaitingCommand, command: WaitingCommand, now: number): boolean =>
  waiting.validUntil > now &&
  waiting.command === command.command &&
  isEqual(waiting.arguments, command.arguments) &&
  isEqual(waiting.giver?.asked, command.giver?.asked);

/** TOO_MANY if as many commands wait for the unit as can. Those that waited too long end here: their unit may never come back. */
async function requireRoom(UnitSerNum: string, now: number): Promise<void> {
  const waiting = await commandStore.waiting(UnitSerNum);
  for (const { commandId, sentAt, validUntil } of waiting)
    if (validUntil <= now && sentAt === undefined)
      await commandStore.end(UnitSerNum, commandId, { outcome: 'unanswered' }, now);
  if (waiting.filter(({ validUntil }) => validUntil > now).length >= MAX_WAITING)
    throw new AppError('TOO_MANY', TOO_MANY_WAIT);
}
