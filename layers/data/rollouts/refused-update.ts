import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { tryChange } from '../kit/change.ts';
import type { SyncMessage } from '../unit-configuration/sync-messages.ts';
import { queueEntities, removalOf } from '../unit-configuration/sync-queue.ts';
import { rolloutUnitStore } from './rollout-units.ts';

/** Ends an update that the unit must not take: it leaves the queue, its rollout goes on without the unit, and the audit has the reason. */
export async function endRefusedUpdate(
  { UnitSerNum, DealerKey }: Pick<UnitRecord, 'UnitSerNum' | 'DealerKey'>,
  message: SyncMessage,
  reason: string,
  now: number,
): Promise<void> {
  await rolloutUnitStore.refused(message, reason, now);
  const object = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey } as const;
  const entry = {
    ...object,
    action: 'end refused update',
    before: { MessageType: message.MessageType },
    after: { reason },
  } as const;
  // Another question of the unit may have ended it, and somebody may have ordered it too: then the next question finds it.
  await tryChange({ entities: queueEntities, audit: auditEntry(SYSTEM, entry, now) }, (to) => removalOf(to, message));
}
