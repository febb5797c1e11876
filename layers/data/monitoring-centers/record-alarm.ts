import { AppError } from '#core/errors.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { isEqual } from '#core/is-equal.ts';
import { eventOf, UNHANDLED } from '#core/monitoring-centers/alarm.ts';
import { isShown, oldestShown, RANK } from '#core/monitoring-centers/board.ts';
import { withEscalation } from '#core/monitoring-centers/escalation.ts';
import { dealerKeysOf, readersOf } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerSettingsStore } from '../dealer-settings/dealer-settings.ts';
import { EventEntity, isNotTimed, logItem, TimedEventEntity, timedWrites, unitLogStore } from '../history/unit-log.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';
import { AlarmEntity, type Listing } from './alarms.ts';
import { alarmEntities, alarmWrites, type StoredAlarm, stateOf } from './listing.ts';

const entities = { ...alarmEntities, event: EventEntity, timed: TimedEventEntity, unit: UnitEntity };
const BUSY = new AppError('UNAVAILABLE', 'The unit changes right now');
const KNOWN = new AppError('CONFLICT', 'The alarm is stored already');

interface Timing {
  once: boolean;
  claimed?: string | undefined;
}

/**
 * Stores an alarm, or another event that needs a person, of a unit, puts it on the boards of its dealers in the same transaction, and counts it. `once`: it has the time of its receipt,
 * in the place of the time `claimed` by its unit. A repeated alarm changes nothing, also after it was closed.
 */
export async function recordAlarm(
  UnitSerNum: string,
  reportId: string,
  event: UnitEvent,
  timing: Timing,
  now: number,
): Promise<void> {
  if (await listAlarm(UnitSerNum, reportId, event, timing, now))
    return unitLogStore.countEvent(UnitSerNum, event.timeStamp);
  // It is known, or too old for the boards. The event is kept in either case.
  if (timing.once) await unitLogStore.recordEventOnce(UnitSerNum, reportId, event, timing.claimed);
  else await unitLogStore.recordDoubtedEvent(UnitSerNum, reportId, event);
}

/** False if the alarm was stored before, or belongs on no board. */
async function listAlarm(
  UnitSerNum: string,
  reportId: string,
  event: UnitEvent,
  { once, claimed }: Timing,
  now: number,
): Promise<boolean> {
  if (!isShown(event, now)) return false;
  const item = logItem('event', UnitSerNum, reportId, event);
  try {
    return await retry(BUSY, async () => {
      const unit = await unitOf(UnitSerNum);
      if (!unit) return false;
      const state = withEscalation(undefined, { ...UNHANDLED, listing: await listingOf(unit, event) }, now);
      await change({ entities, refused: { changed: RETRY, known: KNOWN } }, (to) => [
        ...(once
          ? timedWrites(to, { UnitSerNum, reportId, claimed, expiresAt: item.expiresAt })
          : [isNotTimed(to, UnitSerNum, reportId)]
        ).map((write) => refusedAs('known', write)),
        ...alarmWrites(to, { UnitSerNum, event: eventOf(event) }, undefined, state, now).map((write) =>
          refusedAs('known', write),
        ),
        to.event.put(item).commit(),
        // A unit that moves afterwards takes its open alarms along.
        to.unit
          .check({ UnitSerNum })
          .where(({ dealerPath }, { eq }) => eq(dealerPath, unit.dealerPath))
          .commit(),
      ]);
      return true;
    });
  } catch (error) {
    if (error === KNOWN) return false;
    throw error;
  }
}

async function listingOf({ DealerKey, dealerPath }: UnitRecord, event: UnitEvent): Promise<Listing> {
  const { EscalateAfter } = await dealerSettingsStore.lists(DealerKey);
  const { eventType, zone, receivedAt } = event;
  return {
    ...{ eventType, receivedAt, DealerKey, dealerPath, rank: RANK.usual, dealers: dealerKeysOf(dealerPath) },
    ...(zone !== undefined && { zone }),
    ...(EscalateAfter > 0 && { minutes: EscalateAfter }),
  };
}

/** Puts the open alarms of a unit that moved on the boards of the dealers that may read them. */
export async function moveOpenAlarms(UnitSerNum: string, now: number): Promise<void> {
  const { data } = await AlarmEntity.query
    .alarm({ UnitSerNum })
    .gte({ event: oldestShown(now) })
    .go({ pages: 'all', consistent: true });
  for (const { event, listing, closedAt } of data)
    if (listing && closedAt === undefined) await retry(BUSY, () => moveAlarm(UnitSerNum, event, now));
}

async function moveAlarm(UnitSerNum: string, event: string, now: number): Promise<void> {
  const { data: was } = await AlarmEntity.get({ UnitSerNum, event }).go({ consistent: true });
  const unit = await unitOf(UnitSerNum);
  if (!was?.listing || was.closedAt !== undefined) return;
  const dealers = unit ? readersOf(was.listing, unit) : [];
  if (isEqual(dealers, was.listing.dealers)) return;
  const next = { ...stateOf(was), listing: { ...was.listing, dealers } };
  await change({ entities: alarmEntities, refused: { changed: RETRY } }, (to) =>
    alarmWrites(to, { UnitSerNum, event }, was as StoredAlarm, next, now),
  );
}

/** The unit; undefined if there is none, or if its item lacks its place. */
async function unitOf(UnitSerNum: string): Promise<UnitRecord | undefined> {
  const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
  return data?.DealerKey !== undefined && data.dealerPath !== undefined ? (data as UnitRecord) : undefined;
}
