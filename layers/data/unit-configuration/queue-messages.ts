import type { Asked } from '#core/auth/asked.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import { MAX_QUEUED } from '#core/unit-configuration/sync-queue.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';
import { askersOf, countedIn, messageFor, type NewMessage, type SyncMessage } from './sync-messages.ts';
import { areStill, objectOf, type Queue, queueEntities, queueWrites, shownIn, syncQueueStore } from './sync-queue.ts';

const FULL = `At most ${MAX_QUEUED} messages can wait for a unit`;
const BUSY = 'Others change the queue of this unit right now. Please try again';

/**
 * Puts a message into the unit's queue unless the same one waits: that is then ordered by this person too. Of several at once, one adds it and the others
 * join it. Returns the key of the message that waits. CONFLICT if too many wait.
 */
export async function queueMessage(scope: Scope, unit: UnitRecord, given: NewMessage, now: number): Promise<string> {
  const [key] = await queueMessages(scope, unit, [given], now);
  return key!;
}

/** Like `queueMessage` for several different messages, all or none. */
export const queueMessages = (
  scope: Scope,
  unit: UnitRecord,
  given: readonly NewMessage[],
  now: number,
): Promise<string[]> =>
  retry(BUSY, async () => {
    const { UnitSerNum } = unit;
    const { data: since } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const queue = await syncQueueStore.list(unit);
    const all = given.map((one) => {
      const waiting = queue.find((other) => isSameMessage(other, one));
      return { asked: one.asked, waiting, message: waiting ?? messageFor(unit, one, now) };
    });
    const added = all.filter(({ waiting }) => !waiting).map(({ message }) => message);
    if ((since?.syncQueued ?? 0) + added.length > MAX_QUEUED && added.length > 0) throw new AppError('CONFLICT', FULL);
    const audit = all.map(({ waiting, message }) =>
      entryOf(scope, unit, waiting ? 'join queued message' : 'queue message', message, now),
    );
    await change({ entities: queueEntities, audit, about: unit, refused: { changed: RETRY } }, (to) => [
      ...all.flatMap(({ waiting, asked }) => (waiting ? [joinWrite(to, waiting, asked)] : [])),
      ...(added.length > 0 ? queueWrites(to, added, since ?? {}) : []),
    ]);
    return all.map(({ message }) => message.MessageKeyHex);
  });

const isSameMessage = (one: Pick<SyncMessage, 'MessageType' | 'content'>, other: NewMessage) =>
  one.MessageType === other.MessageType && isEqual(one.content, other.content);

/**
 * Makes a waiting message that of one more asker: it ends when the last of them has lost the access. A message that belongs to the dealer of the unit, or that
 * nobody's access ends from now on, has no askers. One of a rollout is the asker's alone from now on: the rollout neither holds nor ends it, and counts what
 * becomes of it. Refused if it has changed since it was read.
 */
function joinWrite(to: Queue, waiting: SyncMessage, asked: NewMessage['asked']) {
  const { UnitSerNum, MessageKeyHex } = waiting;
  const askers = waiting.rollout ? [] : askersOf(waiting);
  const joinedRollout = countedIn(waiting);
  const item = to.syncMessage
    .patch({ UnitSerNum, MessageKeyHex })
    .remove(['rollout'])
    .set({ ...(joinedRollout && { joinedRollout }) });
  const joined = asked && askers ? item.set({ asked: withAsker(askers, asked) }) : item.remove(['asked']);
  return joined.where(areStill(waiting)).commit();
}

/** Everybody once. Of more than so many, the latest. */
const MAX_ASKERS = 20;
const withAsker = (askers: readonly Asked[], asked: Asked) =>
  [...askers.filter((one) => !isEqual(one, asked)), asked].slice(-MAX_ASKERS);

const entryOf = (
  scope: Scope,
  unit: UnitRecord,
  action: 'queue message' | 'join queued message',
  message: SyncMessage,
  now: number,
) => auditEntry(scope, { ...objectOf(unit), action, after: shownIn(message) }, now);
