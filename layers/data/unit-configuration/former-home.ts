import { AppError } from '#core/errors.ts';
import { instant } from '#core/time.ts';
import { isForgettingHome, KEEPS_FORMER_HOME } from '#core/unit-configuration/sync-queue.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { allMessages, messageFor, type SyncMessage } from './sync-messages.ts';

/**
 * The message by which a unit that moves to the dealer forgets the home Wi-Fi of its former wearer. Undefined if its model has none, or if the message waits already.
 * It takes the place of one that the unit works on, because the unit can have recorded a home after it, and of one that waits for another day.
 */
export async function removalOfHome(was: UnitRecord, DealerKey: number, now: number): Promise<Removal | undefined> {
  if (was.UnitModel === DEFAULT_UNIT_MODEL) return undefined;
  const former = (await allMessages(was.UnitSerNum)).find(isForgettingHome);
  if (former && !former.started && former.Scheduled <= instant(now)) return undefined;
  const message = messageFor({ ...was, DealerKey }, { MessageType: 'HOMEWIFIC', content: {} }, now);
  return { message, ...(former && { instead: former.MessageKeyHex }) };
}
interface Removal {
  message: SyncMessage;
  /** The key of the message whose place it takes. */
  instead?: string;
}

/** Throws CONFLICT if the command would tell the home of the unit's former wearer. */
export async function requireOwnHome({ UnitSerNum }: UnitRecord, command: string): Promise<void> {
  if (command !== 'HOMEWIFIQ') return;
  if ((await allMessages(UnitSerNum)).some(isForgettingHome)) throw new AppError('CONFLICT', KEEPS_FORMER_HOME);
}
