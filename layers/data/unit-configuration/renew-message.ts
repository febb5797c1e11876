import { instant } from '#core/time.ts';
import { messageKey } from '#core/unit-configuration/sync-queue.ts';
import { tryChange } from '../kit/change.ts';
import { keyId, type SyncMessage, SyncMessageEntity } from './sync-messages.ts';

/**
 * Puts the same message in the place of this one, for a ping from `Scheduled` on. A unit does not do a message again whose end it remembers. False if it
 * is gone.
 */
export async function renewMessage(
  message: SyncMessage,
  { Scheduled, now }: { Scheduled: number; now: number },
): Promise<boolean> {
  const { progress: _done, ...kept } = message;
  const { UnitSerNum, MessageKeyHex } = message;
  const renewed = {
    ...kept,
    Scheduled: instant(Scheduled),
    MessageKeyHex: messageKey(UnitSerNum, keyId(now)),
    started: false,
  };
  const refusal = await tryChange({ entities: { syncMessage: SyncMessageEntity } }, (to) => [
    to.syncMessage.remove({ UnitSerNum, MessageKeyHex }).commit(),
    to.syncMessage.create(renewed).commit(),
  ]);
  return refusal === undefined;
}
