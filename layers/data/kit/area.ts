import type { Entity, EntityItem, Schema } from 'electrodb';
import type { Access } from '#core/access.ts';
import type { Asker } from '#core/auth/identities.ts';
import type { Addressee } from '#core/letter.ts';
import type { Topic } from '#core/live/messages.ts';
import type { LaterRights, Rights, Scope } from '#core/scope.ts';
import type { Acknowledgement } from '#core/sims/acknowledgement.ts';
import type { LatestState } from '#core/sims/latest-state.ts';
import type { SimState } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { BulkActionOutcome } from '../bulk-actions/bulk-action-rows.ts';
import type { WaitingCommand } from '../consoles/commands.ts';
import type { OpenChange } from '../sims/carriers.ts';
import type { ReadAt } from '../sims/sim-changes.ts';

/** What an area adds to what all areas share. Each `index.ts` in a folder of layers/data exports one as `area`. */
export interface AreaData {
  reactions?: readonly Reaction[];
  news?: readonly News[];
}

/**
 * The work on one unit of a bulk action. The rights are those of the user who started it, read just now. `bulk-work.ts` in the folder of an area
 * exports those of its bulk actions as `bulkWork`, by the names of the actions.
 */
export type BulkWork<Tools = BulkTools> = (
  outcome: BulkActionOutcome,
  rights: LaterRights,
  unit: UnitRecord,
  tools: Tools,
) => Promise<unknown>;

export interface AskersTools {
  /** The user who started the bulk action. */
  askedBy: Asker;
}

/** What a bulk action that commands units can do outside the table. */
export interface CommandTools extends AskersTools {
  /** Sends a stored command to its unit. If no bridge takes it, it waits for the unit. */
  sendCommand(command: WaitingCommand): Promise<void>;
  /** The firmware above which a unit can use two SIMs. */
  dualSimFirmware(): string;
}

/** What a bulk action can do outside the table. */
export interface BulkTools extends AskersTools {
  /** What the carrier says of the SIM in a slot now, and what it was asked before. */
  simNow(unit: UnitRecord, slot: 1 | 2): Promise<SimNow>;
  /** Asks the carrier for a state, if it is still wanted when its turn comes. Throws if it does not answer, or if the unit has changed. */
  changeSim(
    rights: Rights,
    unit: UnitRecord,
    slot: 1 | 2,
    asked: {
      state: SimState;
      acknowledged: readonly Acknowledgement[];
      readAt: ReadAt;
      why: 'bulkAction' | 'order';
      isWanted: () => Promise<boolean>;
    },
  ): Promise<AskedOfCarrier>;
  /** Asks the carrier for a communication plan, if it is still wanted when its turn comes. Throws CONFLICT if the unit has changed. */
  changePlan(
    rights: Rights,
    unit: UnitRecord,
    slot: 1 | 2,
    asked: { plan: string; part: { bchKey: string; attempt: number }; isWanted: () => Promise<boolean> },
  ): Promise<AskedOfCarrier>;
}

/** `withdrawn`: it was not wanted any more, so the carrier was not asked. */
type AskedOfCarrier = { outcome: 'done' | 'accepted' | 'withdrawn' } | { outcome: 'refused'; reason: string };

/** A SIM as its carrier says now. */
export interface SimNow {
  live: SimState;
  /** True if the reading contradicts what the carrier has just confirmed. The live state is the stored one then. */
  lags: boolean;
  /** The request for a state that was made last. */
  latest: LatestState<OpenChange>;
}

/** Who may subscribe to a topic of a kind, the part before the colon. `topics.ts` in the folder of an area exports those of its kinds as `topics`. */
export interface TopicRight {
  access: Access;
  /** Throws if the subject, the part after the colon, is outside the scope. */
  requireSubject?(scope: Scope, subject: string): Promise<unknown>;
  /** Lets operators of monitoring centres subscribe too, if it does not throw. Absent: they have `access` only. */
  requireOperator?(scope: Scope, subject: string): Promise<unknown>;
}

/** What a reaction can do outside the table. */
export interface Tools {
  /**
   * Sends a message to the queue of this name (functions/<consumer>/wiring.ts), visible after `delaySeconds` (at most 900). Groups share the queue
   * fairly: `group` names whoever may cause many messages, or makes each of them slow.
   */
  send(queue: string, message: object, how: { group: string; delaySeconds?: number }): Promise<void>;
  /** Schedules a message to the reminder queue. Replaces a schedule of the same name. */
  schedule(name: string, at: Date, message: object): Promise<void>;
  unschedule(name: string): Promise<void>;
  mail(mail: { to: string[]; subject: string; text: string; addressee?: Addressee }): Promise<void>;
  /** Counts an alarm of which no confirmed contact of the dealer could be notified. */
  alarmReachedNobody(DealerKey: number): void;
  /** Counts an alarm that a monitoring centre has not taken in time. */
  alarmNotDelivered(facts: { UnitSerNum: string; mcKey: string; event: string }): void;
}

/** A change of one item; `before` is absent for a new item, `after` for a deleted one. */
export interface Change<Item> {
  before: Item | undefined;
  after: Item | undefined;
}

/**
 * A change as the table's stream has it. `changeId` is the same however often the stream delivers the change. `sequence` sorts the changes
 * of an item. `changedAt` is when the table changed, in whole seconds: the stream can deliver it much later.
 */
type Streamed<Item> = Change<Item> & { changeId: string; sequence: string; changedAt?: number | undefined };

/** The item before and after a change, as in the table's stream. */
export type Images = Streamed<Record<string, unknown>>;

/**
 * What follows a change of an item. `messageOf` runs in the stream for every change of the entity: it decides, without any call,
 * whether something follows, and returns what `react` needs. `react` runs from a queue: again after a failure, more than once, and
 * in any order, so it acts on the present state.
 */
export interface Reaction {
  /** Unique; messages carry it. */
  name: string;
  entity: string;
  /** How much later it runs: at most 900 seconds. Absent: at once. */
  delaySeconds?(message: unknown, now: number): number;
  /** True if it tells of an alarm: it goes ahead of all others, through a queue of its own. Absent: never. */
  isUrgent?(message: unknown): boolean;
  messageOf(images: Images, now: number): object | undefined;
  react(message: unknown, tools: Tools, now: number): Promise<unknown>;
}

interface Told {
  topic: Topic;
  message: unknown;
}

/** What subscribers are told when an item changes: its latest state, once per batch of changes. Nobody depends on its arrival. */
export interface News {
  entity: string;
  newsOf(after: Record<string, unknown>, now: number): Told | readonly Told[];
  /** False for a change that subscribers need not be told of. Absent: they are told of all. */
  isNews?(before: Record<string, unknown>, after: Record<string, unknown>): boolean;
  /** A deleted item is news too, as it was. */
  ofDeleted?: boolean | undefined;
}

export function reactTo<
  A extends string,
  F extends string,
  C extends string,
  S extends Schema<A, F, C>,
  Message extends object,
>(
  entity: Entity<A, F, C, S>,
  {
    name,
    message,
    delaySeconds,
    isUrgent,
    react,
  }: {
    name: string;
    message(change: Streamed<EntityItem<Entity<A, F, C, S>>>, now: number): Message | undefined;
    delaySeconds?(message: Message, now: number): number;
    isUrgent?(message: Message): boolean;
    react(message: Message, tools: Tools, now: number): Promise<unknown>;
  },
): Reaction {
  if (!('correlationId' in schemaOf(entity).attributes))
    throw new Error(`The entity of the reaction "${name}" needs the attributes \`correlation\` (kit/correlation.ts)`);
  return {
    name,
    entity: nameOf(entity),
    ...(delaySeconds && { delaySeconds: (sent, now) => delaySeconds(sent as Message, now) }),
    ...(isUrgent && { isUrgent: (sent) => isUrgent(sent as Message) }),
    messageOf: ({ before, after, ...change }, now) =>
      message({ before: before && itemOf(entity, before), after: after && itemOf(entity, after), ...change }, now),
    react: (received, tools, now) => react(received as Message, tools, now),
  };
}

/** A reaction to the deletion of an item. It has a correlation id of its own, because a deleted item stores none. */
export const reactToDeletion = <
  A extends string,
  F extends string,
  C extends string,
  S extends Schema<A, F, C>,
  Message extends object,
>(
  entity: Entity<A, F, C, S>,
  {
    name,
    message,
    react,
  }: {
    name: string;
    message(before: EntityItem<Entity<A, F, C, S>>): Message;
    react(message: Message, tools: Tools, now: number): Promise<unknown>;
  },
): Reaction => ({
  name,
  entity: nameOf(entity),
  messageOf: ({ before, after }) => (before && !after ? message(itemOf(entity, before)) : undefined),
  react: (received, tools, now) => react(received as Message, tools, now),
});

export const newsOf = <A extends string, F extends string, C extends string, S extends Schema<A, F, C>>(
  entity: Entity<A, F, C, S>,
  tell: (after: EntityItem<Entity<A, F, C, S>>, now: number) => Told | readonly Told[],
  {
    ofDeleted,
    isNews,
  }: Pick<News, 'ofDeleted'> & {
    isNews?(before: EntityItem<Entity<A, F, C, S>>, after: EntityItem<Entity<A, F, C, S>>): boolean;
  } = {},
): News => ({
  ofDeleted,
  entity: nameOf(entity),
  ...(isNews && { isNews: (before, after) => isNews(itemOf(entity, before), itemOf(entity, after)) }),
  newsOf: (after, now) => tell(itemOf(entity, after), now),
});

const itemOf = <A extends string, F extends string, C extends string, S extends Schema<A, F, C>>(
  entity: Entity<A, F, C, S>,
  Item: Record<string, unknown>,
) => entity.parse({ Item }).data as unknown as EntityItem<Entity<A, F, C, S>>;

/** ElectroDB keeps the schema that an entity was declared with, though its types do not say so. */
const schemaOf = (entity: unknown) => (entity as { schema: { model: { entity: string }; attributes: object } }).schema;

const nameOf = (entity: unknown): string => schemaOf(entity).model.entity;
