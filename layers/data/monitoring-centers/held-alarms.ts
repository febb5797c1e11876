import { AppError } from '#core/errors.ts';
import { isShown, oldestShown } from '#core/monitoring-centers/board.ts';
import type { Rights } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { unitStore } from '../units/units.ts';
import { AlarmEntity } from './alarms.ts';

/** The unit, if the person has an open alarm of it. NOT_FOUND if the scope does not see the unit, else FORBIDDEN. */
export async function requireHeldAlarm(
  scope: Pick<Rights, 'dealerPath' | 'actor'>,
  UnitSerNum: string,
  now: number,
): Promise<UnitRecord> {
  const unit = await unitStore.get(scope, UnitSerNum);
  const { data } = await AlarmEntity.query
    .alarm({ UnitSerNum })
    .gte({ event: oldestShown(now) })
    .go({ pages: 'all', consistent: true });
  const { userKey } = scope.actor;
  const isOpen = ({ closedAt, listing, event }: (typeof data)[number]) =>
    closedAt === undefined && isShown({ receivedAt: listing?.receivedAt ?? event.split('~')[0]! }, now);
  if (!data.some((alarm) => alarm.heldBy?.userKey === userKey && isOpen(alarm)))
    throw new AppError('FORBIDDEN', 'Take an alarm of this unit first');
  return unit;
}
