import type { UnitEvent } from '#core/history/ping.ts';
import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { EventEntity, logItem, unitLogStore } from '../history/unit-log.ts';
import { change } from '../kit/change.ts';
import { newId } from '../kit/id.ts';

const MOVED = 'The unit changed meanwhile';

/** Stores the event with its audit entry. What follows an event of a unit follows it too. */
export async function recordTestEvent(scope: Scope, unit: UnitRecord, event: UnitEvent): Promise<void> {
  const { UnitSerNum, DealerKey } = unit;
  const audit = auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: 'create test event',
      after: { eventType: event.eventType, zone: event.zone },
    },
    Date.parse(event.timeStamp),
  );
  const item = logItem('event', UnitSerNum, `engineer-${newId(Date.parse(event.timeStamp))}`, event);
  await change({ entities: { event: EventEntity }, audit, about: unit, refused: { changed: MOVED } }, (to) => [
    to.event.create(item).commit(),
  ]);
  await unitLogStore.countEvent(UnitSerNum, event.timeStamp);
}
