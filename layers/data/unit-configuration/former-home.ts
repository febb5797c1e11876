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
  /** The message whose place it takes. `waits`: the unit could have got it at its next ping. */
  instead?: { MessageKeyHex: string; waits: boolean };
}

/**
 * The message by which a unit of the dealer forgets the home Wi-Fi of the wearer who left it at `leftAt`: the next wearer may record a home before the unit
 * gets it. Undefined if its model has none. It takes the place of an earlier one, which is about an earlier wearer, and which the unit may work on.
 */
export async function removalOfHome(
  was: UnitRecord,
  DealerKey: number,
  now: number,
  leftAt = now,
): Promise<HomeRemoval | undefined> {
  if (was.UnitModel === DEFAULT_UNIT_MODEL) return undefined;
  const former = (await allMessages(was.UnitSerNum)).find(isForgettingHome);
  const content = { before: instant(leftAt) };
  const message = messageFor({ ...was, DealerKey }, { MessageType: 'HOMEWIFIC', content }, now);
  if (!former) return { message };
  const { MessageKeyHex, started, Scheduled } = former;
  return { message, instead: { MessageKeyHex, waits: !started && Scheduled <= instant(now) } };
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
          ? [
              syncMessage
                .remove({
                  UnitSerNum: removal.message.UnitSerNum,
                  MessageKeyHex: removal.instead.MessageKeyHex,
                })
                .commit(),
            ]
          : []),
      ]
    : [];

/** The reason why the unit must not get the command: it would tell the home of the unit's former wearer. */
export async function homeRefusal({ UnitSerNum }: UnitRecord, command: string): Promise<string | undefined> {
  if (command !== 'HOMEWIFIQ') return undefined;
  return (await allMessages(UnitSerNum)).some(isForgettingHome) ? KEEPS_FORMER_HOME : undefined;
}

/** Throws CONFLICT if the command would tell the home of the unit's former wearer. */
export async function requireOwnHome(unit: UnitRecord, command: string): Promise<void> {
  const refusal = await homeRefusal(unit, command);
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
}
