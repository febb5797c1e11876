import { messageKey } from '#core/unit-configuration/sync-queue.ts';
import { tryChange } from '../kit/change.ts';
import { keyId, type SyncMessage, SyncMessageEntity } from './sync-messages.ts';

/** Puts the same message in the place of this one. A unit does not do a message again whose end it remembers. False if it is gone. */
export async function renewMessage(message: SyncMessage, now: number): Promise<boolean> {
  const { progress: _done, ...kept } = message;
  const { UnitSerNum, MessageKeyHex } = message;
  const renewed = { ...kept, MessageKeyHex: messageKey(UnitSerNum, keyId(now)), started: false };
  const refusal = await tryChange({ entities: { syncMessage: SyncMessageEntity } }, (to) => [
    to.syncMessage.remove({ UnitSerNum, MessageKeyHex }).commit(),
    to.syncMessage.create(renewed).commit(),
  ]);
  return refusal === undefined;
}
