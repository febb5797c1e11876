import type { TransactWriteEntities } from 'electrodb';
import type { Asked } from '#core/auth/asked.ts';
import { AppError } from '#core/errors.ts';
import { isUpdate, UPDATES_OFF } from '#core/interlock/held-back.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import {
  isForgettingHome,
  isForWearer,
  KEEPS_FORMER_HOME,
  MAX_QUEUED,
  queuedAt,
} from '#core/unit-configuration/sync-queue.ts';
import type { MessageType } from '#core/unit-messages/common-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, refusedAs, retry, tryChange } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { rolloutHold } from '../rollouts/rollout-hold.ts';
import { UnitEntity } from '../units/units.ts';
import {
  allMessages,
  askersOf,
  messageFor,
  type NewMessage,
  type SyncMessage,
  SyncMessageEntity,
} from './sync-messages.ts';

/** The entities of a transaction that puts a message into the queue. */
export const queueEntities = { syncMessage: SyncMessageEntity, queueUnit: UnitEntity };
const entities = queueEntities;
type Queue = TransactWriteEntities<typeof queueEntities>;

const FULL = `At most ${MAX_QUEUED} messages can wait for a unit`;
const BUSY = 'Others change the queue of this unit right now. Please try again';

/**
 * The writes that put messages into a unit's queue, for a transaction with `queueEntities`. Refused if they do not all fit. `since`: also refused if
 * a message was added since the unit was read, so that of two who find the queue without a message one adds it.
 */
export const queueWrites = (
  to: Queue,
  messages: readonly SyncMessage[],
  since?: Pick<UnitRecord, 'syncAdded'> | undefined,
) => [
  ...messages.map((message) => to.syncMessage.create(message).commit()),
  to.queueUnit
    .patch({ UnitSerNum: messages[0]!.UnitSerNum })
    .add({ syncQueued: messages.length, syncAdded: messages.length })
    .where(({ syncQueued, syncAdded }, { notExists, lte, eq }) => {
      const hasRoom = `(${notExists(syncQueued)} OR ${lte(syncQueued, MAX_QUEUED - messages.length)})`;
      if (!since) return hasRoom;
      const isUnchanged = since.syncAdded === undefined ? notExists(syncAdded) : eq(syncAdded, since.syncAdded);
      return `${hasRoom} AND ${isUnchanged}`;
    })
    .commit(),
];

export const syncQueueStore = {
  /**
   * Puts a message into the unit's queue unless the same one waits: that is then ordered by this person too. Of several at once, one adds it and the others
   * join it. Returns the key of the message that waits. CONFLICT if too many wait.
   */
  async addOnce(scope: Scope, unit: UnitRecord, given: NewMessage, now: number): Promise<string> {
    const [key] = await this.addAllOnce(scope, unit, [given], now);
    return key!;
  },

  /** Like `addOnce` for several different messages, all or none. */
  addAllOnce: (scope: Scope, unit: UnitRecord, given: readonly NewMessage[], now: number): Promise<string[]> =>
    retry(BUSY, async () => {
      const { UnitSerNum } = unit;
      const { data: since } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
      const queue = await syncQueueStore.list(unit);
      const all = given.map((one) => {
        const waiting = queue.find((other) => isSameMessage(other, one));
        return { asked: one.asked, waiting, message: waiting ?? messageFor(unit, one, now) };
      });
      const added = all.filter(({ waiting }) => !waiting).map(({ message }) => message);
      if ((since?.syncQueued ?? 0) + added.length > MAX_QUEUED && added.length > 0)
        throw new AppError('CONFLICT', FULL);
      const audit = all.map(({ waiting, message }) =>
        entryOf(scope, unit, waiting ? 'join queued message' : 'queue message', message, now),
      );
      await change({ entities, audit, about: unit, refused: { changed: RETRY } }, (to) => [
        ...all.flatMap(({ waiting, asked }) => (waiting ? [joinWrite(to, waiting, asked)] : [])),
        ...(added.length > 0 ? queueWrites(to, added, since ?? {}) : []),
      ]);
      return all.map(({ message }) => message.MessageKeyHex);
    }),

  /** What waits for the unit, the oldest first. What a former wearer should have got does not. */
  async list(unit: Pick<UnitRecord, 'UnitSerNum' | 'DealerKey' | 'wearerLeftAt'>): Promise<SyncMessage[]> {
    return (await allMessages(unit.UnitSerNum)).filter((message) => isForWearerOf(unit, message));
  },

  /** The waiting messages of these types that the unit may get now, and that are still ordered. Those of a former wearer end here. */
  async due(
    UnitSerNum: string,
    types: readonly MessageType[],
    now: number,
    isStillOrdered = async (_unit: UnitRecord, _message: SyncMessage, _now: number) => true,
  ): Promise<SyncMessage[]> {
    const due: SyncMessage[] = [];
    for (const { message, unit, heldBack } of await this.scheduled(UnitSerNum, types, now))
      if (heldBack === undefined && (await isStillOrdered(unit, message, now))) due.push(message);
    return due;
  },

  /** The waiting messages of these types whose time has come, with their unit, and why it does not get one now. Those of a former wearer end here. */
  async scheduled(
    UnitSerNum: string,
    types: readonly MessageType[],
    now: number,
  ): Promise<{ message: SyncMessage; unit: UnitRecord; heldBack?: string }[]> {
    const [{ data: unit }, waiting] = await Promise.all([
      UnitEntity.get({ UnitSerNum }).go({ consistent: true }),
      allMessages(UnitSerNum),
    ]);
    if (!unit) return [];
    for (const { MessageKeyHex } of waiting.filter((message) => !isForWearerOf(unit, message)))
      await this.end(UnitSerNum, MessageKeyHex);
    const scheduled = waiting.filter(
      (one) => isForWearerOf(unit, one) && types.includes(one.MessageType) && one.Scheduled <= instant(now),
    );
    return Promise.all(
      scheduled.map(async (message) => {
        const heldBack = await heldMessage(message, unit, now);
        return { message, unit, ...(heldBack !== undefined && { heldBack }) };
      }),
    );
  },

  /** Stores that the unit works on the message. A message that is gone stays so. */
  async progress(UnitSerNum: string, MessageKeyHex: string, progress?: { value: number; max: number }): Promise<void> {
    await tryWrite(
      SyncMessageEntity.patch({ UnitSerNum, MessageKeyHex })
        .set({ started: true, ...(progress && { progress }) })
        .go(),
    );
  },

  /** The message; undefined if it does not wait any more. */
  async find(UnitSerNum: string, MessageKeyHex: string): Promise<SyncMessage | undefined> {
    const { data } = await SyncMessageEntity.get({ UnitSerNum, MessageKeyHex }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Removes a message that the unit has done or given up. False if it is gone already. */
  async end(UnitSerNum: string, MessageKeyHex: string): Promise<boolean> {
    const refusal = await tryChange({ entities }, (to) => removal(to, UnitSerNum, MessageKeyHex));
    return refusal === undefined;
  },

  /** Removes the message of a rollout. One that a person has ordered too stays. */
  async endOfRollout(UnitSerNum: string, MessageKeyHex: string): Promise<void> {
    await tryChange({ entities }, (to) => [
      to.syncMessage
        .remove({ UnitSerNum, MessageKeyHex })
        .where(({ rollout }, { exists }) => exists(rollout))
        .commit(),
      countOneLess(to, UnitSerNum),
    ]);
  },

  /** Deletes a waiting message, with its audit entry. NOT_FOUND if it is gone, CONFLICT if the unit must get it. */
  async remove(scope: Scope, unit: UnitRecord, MessageKeyHex: string, now: number): Promise<void> {
    const { UnitSerNum } = unit;
    const missing = new AppError('NOT_FOUND', 'Message not found');
    const message = (await this.list(unit)).find((one) => one.MessageKeyHex === MessageKeyHex);
    if (!message) throw missing;
    if (isForgettingHome(message)) throw new AppError('CONFLICT', KEEPS_FORMER_HOME);
    const audit = auditEntry(
      scope,
      { ...objectOf(unit), action: 'delete queued message', before: shownIn(message) },
      now,
    );
    await change({ entities, audit, about: unit, refused: { changed: missing, gone: missing } }, (to) => {
      const [message, count] = removal(to, UnitSerNum, MessageKeyHex);
      return [refusedAs('gone', message!), count!];
    });
  },
};

const isSameMessage = (one: Pick<SyncMessage, 'MessageType' | 'content'>, other: NewMessage) =>
  one.MessageType === other.MessageType && isEqual(one.content, other.content);

/**
 * Makes a waiting message that of one more asker: it ends when the last of them has lost the access. A message that belongs to the dealer of the unit, or that
 * nobody's access ends from now on, has no askers. One of a rollout is the asker's alone from now on: the rollout neither holds nor ends it. Refused if it has
 * changed since it was read.
 */
function joinWrite(to: Queue, waiting: SyncMessage, asked: NewMessage['asked']) {
  const { UnitSerNum, MessageKeyHex } = waiting;
  const askers = waiting.rollout ? [] : askersOf(waiting);
  const item = to.syncMessage.patch({ UnitSerNum, MessageKeyHex }).remove(['rollout']);
  const joined = asked && askers ? item.set({ asked: withAsker(askers, asked) }) : item.remove(['asked']);
  return joined.where(areStill(waiting)).commit();
}

/** Everybody once. Of more than so many, the latest. */
const MAX_ASKERS = 20;
const withAsker = (askers: readonly Asked[], asked: Asked) =>
  [...askers.filter((one) => !isEqual(one, asked)), asked].slice(-MAX_ASKERS);

/** Why the unit does not get the message now, although nothing happens at the unit; undefined if it may get it. */
export async function heldMessage(
  { MessageType, rollout }: SyncMessage,
  unit: UnitRecord,
  now: number,
): Promise<string | undefined> {
  if (isUpdate(MessageType) && unit.AllowOTAUpdate !== 1) return UPDATES_OFF;
  return rolloutHold(rollout, unit, now);
}

/** False for a message that was meant for a former wearer of the unit. */
export const isForWearerOf = (
  { DealerKey, wearerLeftAt = '' }: Pick<UnitRecord, 'DealerKey' | 'wearerLeftAt'>,
  message: SyncMessage,
) =>
  !isForWearer(message.MessageType) ||
  (message.DealerKey === DealerKey && instant(queuedAt(message.MessageKeyHex)) > wearerLeftAt);

/** The condition that the message still waits, and that nobody has joined it since it was read. */
const areStill =
  ({ MessageKeyHex, asked, rollout }: SyncMessage) =>
  (stored: Required<SyncMessage>, { eq, exists, notExists }: Operations) =>
    [
      eq(stored.MessageKeyHex, MessageKeyHex),
      asked ? eq(stored.asked, asked) : notExists(stored.asked),
      rollout ? exists(stored.rollout) : notExists(stored.rollout),
    ].join(' AND ');

/** Like `removal`, and refused if somebody has ordered the message too since it was read. */
export const removalOf = (to: Queue, message: SyncMessage) => [
  to.syncMessage
    .remove({ UnitSerNum: message.UnitSerNum, MessageKeyHex: message.MessageKeyHex })
    .where(areStill(message))
    .commit(),
  countOneLess(to, message.UnitSerNum),
];

/** The writes that remove a message from its unit's queue, for a transaction with `queueEntities`. */
export const removal = (to: Queue, UnitSerNum: string, MessageKeyHex: string) => [
  to.syncMessage.remove({ UnitSerNum, MessageKeyHex }).commit(),
  countOneLess(to, UnitSerNum),
];

const countOneLess = (to: Queue, UnitSerNum: string) =>
  to.queueUnit.patch({ UnitSerNum }).add({ syncQueued: -1 }).commit();

const objectOf = ({ UnitSerNum, DealerKey }: UnitRecord) =>
  ({ objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey }) as const;
const shownIn = ({ MessageType }: SyncMessage) => ({ MessageType });
const entryOf = (
  scope: Scope,
  unit: UnitRecord,
  action: 'queue message' | 'join queued message',
  message: SyncMessage,
  now: number,
) => auditEntry(scope, { ...objectOf(unit), action, after: shownIn(message) }, now);
