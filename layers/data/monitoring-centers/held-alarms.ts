import { AppError } from '#core/errors.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { eventOf } from '#core/monitoring-centers/alarm.ts';
import { isShown, oldestShown } from '#core/monitoring-centers/board.ts';
import type { Rights } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { unitStore } from '../units/units.ts';
import { reportedAlarm } from './alarm-changes.ts';
import { AlarmEntity } from './alarms.ts';
import { type StoredAlarm, timeOf } from './listing.ts';

/** The unit, if the person has an open alarm of it. NOT_FOUND if the scope does not see the unit, else FORBIDDEN. */
export async function requireHeldAlarm(
  scope: Pick<Rights, 'dealerPath' | 'actor'>,
  UnitSerNum: string,
  now: number,
): Promise<UnitRecord> {
  const unit = await unitStore.get(scope, UnitSerNum);
  const { data } = await alarmsOf(UnitSerNum, now).go({ pages: 'all', consistent: true });
  if (!data.some((alarm) => isHeldBy(scope, alarm) && isOpen(alarm, now)))
    throw new AppError('FORBIDDEN', 'Take an alarm of this unit first');
  return unit;
}

/** The most open alarms of a unit that the view of a call shows beside its latest events. */
const MAX_OPEN = 50;

/**
 * The events of the open alarms of a unit that are not among `known`: at most 50, of those the ones that the person has, then the latest. `begin`: of the history that the scope sees.
 */
export async function otherOpenAlarms(
  scope: Pick<Rights, 'actor'>,
  UnitSerNum: string,
  { known, begin }: { known: readonly UnitEvent[]; begin: string | undefined },
  now: number,
): Promise<UnitEvent[]> {
  // One page of the table has more than a thousand alarms.
  const { data } = await alarmsOf(UnitSerNum, now).go({ order: 'desc', pages: 1, consistent: true });
  const isKnown = new Set(known.map(eventOf));
  const open = data.filter(
    (alarm) => isOpen(alarm, now) && !isKnown.has(alarm.event) && (begin === undefined || timeOf(alarm.event) >= begin),
  );
  const chosen = open.toSorted((one, other) => Number(isHeldBy(scope, other)) - Number(isHeldBy(scope, one)));
  const events = await Promise.all(
    chosen.slice(0, MAX_OPEN).map(({ event }) => {
      const [timeStamp, sequence] = event.split('~') as [string, string];
      return reportedAlarm({ UnitSerNum, timeStamp, sequence: Number(sequence) });
    }),
  );
  return events.filter((event) => event !== undefined);
}

const alarmsOf = (UnitSerNum: string, now: number) =>
  AlarmEntity.query.alarm({ UnitSerNum }).gte({ event: oldestShown(now) });

const isOpen = ({ closedAt, listing, event }: StoredAlarm, now: number) =>
  closedAt === undefined && isShown({ receivedAt: listing?.receivedAt ?? timeOf(event) }, now);

const isHeldBy = ({ actor }: Pick<Rights, 'actor'>, { heldBy }: StoredAlarm) => heldBy?.userKey === actor.userKey;
