import type { UnitRecord } from '#core/units/unit-record.ts';
import { endRefusedUpdate } from '#data/rollouts/refused-update.ts';
import { askersOf, type SyncMessage } from '#data/unit-configuration/sync-messages.ts';
import { mayAnySend } from '#platform/consoles/may-send.ts';

const ENDED = 'The access of who ordered it has ended';

/** Returns true if one of those who ordered the message may still do so. If not, the message ends here, and the audit has the reason. */
export async function isStillOrdered(unit: UnitRecord, message: SyncMessage, now: number): Promise<boolean> {
  if (await mayAnySend(askersOf(message), unit, now)) return true;
  await endRefusedUpdate(unit, message, ENDED, now);
  return false;
}
