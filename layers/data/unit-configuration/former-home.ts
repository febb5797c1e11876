import type { TransactWriteEntities } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { instant } from '#core/time.ts';
import { isForgettingHome, KEEPS_FORMER_HOME } from '#core/unit-configuration/sync-queue.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { Write } from '../kit/change.ts';
import { allMessages, messageFor, type SyncMessage, type SyncMessageEntity } from './sync-messages.ts';

/** A wearable has to forget the home Wi-Fi of its wearer. */
export interface HomeRemoval {
  message: SyncMessage;
  /** The key of the message whose place it takes. */
  instead?: string;
}

/**
 * The message by which a unit of the dealer forgets the home Wi-Fi of its former wearer. Undefined if its model has none, or if the message waits already.
 * It takes the place of one that the unit works on, because the unit can have recorded a home after it, and of one that waits for another day.
 */
export async function removalOfHome(was: UnitRecord, DealerKey: number, now: number): Promise<HomeRemoval | undefined> {
  if (was.UnitModel === DEFAULT_UNIT_MODEL) return undefined;
  const former = (await allMessages(was.UnitSerNum)).find(isForgettingHome);
  if (former && !former.started && former.Scheduled <= instant(now)) return undefined;
  const message = messageFor({ ...was, DealerKey }, { MessageType: 'HOMEWIFIC', content: {} }, now);
  return { message, ...(former && { instead: former.MessageKeyHex }) };
}

/** How the removal changes the unit's number of waiting messages. The queue keeps a place for it. */
export const queuedByRemoval = (removal: HomeRemoval | undefined): { syncQueued?: number } =>
  removal && !removal.instead ? { syncQueued: 1 } : {};

/** When a wearable was asked, for the unit whose wearer leaves it now. */
export const homeAsked = ({ UnitModel }: Pick<UnitRecord, 'UnitModel'>, now: number): { homeAskedAt?: string } =>
  UnitModel === DEFAULT_UNIT_MODEL ? {} : { homeAskedAt: instant(now) };

/** The writes to the queue of the unit, for the transaction in which its wearer leaves it. */
export const removalWrites = (
  { syncMessage }: TransactWriteEntities<{ syncMessage: typeof SyncMessageEntity }>,
  removal: HomeRemoval | undefined,
): Write[] =>
  removal
    ? [
        syncMessage.create(removal.message).commit(),
        ...(removal.instead
          ? [syncMessage.remove({ UnitSerNum: removal.message.UnitSerNum, MessageKeyHex: removal.instead }).commit()]
          : []),
      ]
    : [];

/** Throws CONFLICT if the command would tell the home of the unit's former wearer. */
export async function requireOwnHome({ UnitSerNum }: UnitRecord, command: string): Promise<void> {
  if (command !== 'HOMEWIFIQ') return;
  if ((await allMessages(UnitSerNum)).some(isForgettingHome)) throw new AppError('CONFLICT', KEEPS_FORMER_HOME);
}
