import type { TransactWriteEntities } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { isUpdate, UPDATES_OFF } from '#core/interlock/held-back.ts';
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
import { change, refusedAs, tryChange } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { rolloutHold } from '../rollouts/rollout-hold.ts';
import { UnitEntity } from '../units/units.ts';
import { allMessages, type SyncMessage, SyncMessageEntity } from './sync-messages.ts';

/** The entities of a transaction that puts a message into the queue. */
export const queueEntities = { syncMessage: SyncMessageEntity, queueUnit: UnitEntity };
const entities = queueEntities;
export type Queue = TransactWriteEntities<typeof queueEntities>;

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
export const areStill =
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

export const objectOf = ({ UnitSerNum, DealerKey }: UnitRecord) =>
  ({ objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey }) as const;
export const shownIn = ({ MessageType }: SyncMessage) => ({ MessageType });
