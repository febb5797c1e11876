import { AppError } from '#core/errors.ts';
import { isAlarm, KEPT_BY_UNIT_MS } from '#core/history/alarm.ts';
import {
  HELD_ADVICE,
  type HeldWork,
  type Hold,
  heldBack,
  OPEN_ALARM_COUNTS_MS,
  type SafetyFacts,
} from '#core/interlock/held-back.ts';
import { instant } from '#core/time.ts';
import { AlarmEntity } from '../monitoring-centers/alarms.ts';
import { UnitConnectionEntity } from '../units/unit-connection-entity.ts';
import { UnitEntity } from '../units/units.ts';
import { unitCallStore } from './calls.ts';

/** More alarms than a unit raises in a month. A read of all of them would let a unit make each block of its download dear. */
const MOST_LATE_ALARMS = 500;

/**
 * What is stored of a unit that the interlock judges by. Reads the unit, its connection, its calls and its alarms, consistently: those of the last day, and
 * the newest of those before it, which may have come late.
 */
export async function safetyFacts(UnitSerNum: string, now: number): Promise<SafetyFacts> {
  const sinceADay = instant(now - OPEN_ALARM_COUNTS_MS);
  const [{ data: unit }, { data: connection }, { data: ofLastDay }, { data: earlier }, calls] = await Promise.all([
    UnitEntity.get({ UnitSerNum }).go({ consistent: true }),
    UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true }),
    AlarmEntity.query.alarm({ UnitSerNum }).gte({ event: sinceADay }).go({ consistent: true, pages: 'all' }),
    AlarmEntity.query
      .alarm({ UnitSerNum })
      .between({ event: instant(now - OPEN_ALARM_COUNTS_MS - KEPT_BY_UNIT_MS) }, { event: sinceADay })
      .go({ consistent: true, order: 'desc', limit: MOST_LATE_ALARMS }),
    unitCallStore.signs(UnitSerNum),
  ]);
  return {
    alarms: [...ofLastDay, ...earlier]
      // Only alarms were stored before there were boards.
      .filter(({ listing }) => !listing || isAlarm({ eventType: listing.eventType }))
      .map(({ event, listing, closedAt }) => ({
        at: Math.max(...[event.split('~')[0]!, listing?.receivedAt ?? ''].map(Date.parse).filter(Number.isFinite)),
        open: closedAt === undefined,
      })),
    calls,
    ...(connection && { bootId: connection.bootId }),
    lastPing: unit?.lastPing,
  };
}

/** Why the unit must be left alone now; undefined if it need not. */
export const holdOf = async (work: HeldWork, UnitSerNum: string, now: number): Promise<Hold | undefined> =>
  heldBack(work, await safetyFacts(UnitSerNum, now), now);

/** Throws CONFLICT with the reason if the unit must be left alone now. */
export async function requireNotHeldBack(work: HeldWork, UnitSerNum: string, now: number): Promise<void> {
  const hold = await holdOf(work, UnitSerNum, now);
  if (hold) throw new AppError('CONFLICT', `${hold.reason}. ${HELD_ADVICE[work]}`);
}
