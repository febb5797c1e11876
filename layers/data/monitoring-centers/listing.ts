import type { EntityItem, TransactWriteEntities } from 'electrodb';
import type { Alarm } from '#core/monitoring-centers/alarm.ts';
import { minuteOf, SHOWN_FOR_MS } from '#core/monitoring-centers/board.ts';
import { KEPT_MS } from '../history/unit-log.ts';
import { expiryOf } from '../kit/attributes.ts';
import type { Write } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { without } from '../kit/without.ts';
import { AlarmEntity, BoardRowEntity, type Listing } from './alarms.ts';

export const alarmEntities = { alarm: AlarmEntity, row: BoardRowEntity };
export type StoredAlarm = EntityItem<typeof AlarmEntity>;

export const ESCALATION = 'escalation';

interface Key {
  UnitSerNum: string;
  event: string;
}
export type State = Alarm & { listing?: Listing | undefined; dueAt?: string | undefined };

/** When the event happened. */
export const timeOf = (event: string) => event.split('~')[0]!;

/** The writes that store an alarm, and put it on the boards where it belongs or take it off, if nobody has written it since `was` was read. */
export function alarmWrites(
  to: TransactWriteEntities<typeof alarmEntities>,
  key: Key,
  was: StoredAlarm | undefined,
  next: State,
  now: number,
): Write[] {
  const time = Date.parse(timeOf(key.event));
  const rows = { was: was ? rowsOf(key, was) : [], next: rowsOf(key, next) };
  const gone = without(rows.was.map(keyOf), rows.next.map(keyOf));
  return [
    to.alarm
      .put({
        ...key,
        ...next,
        ...(next.dueAt !== undefined && { due: ESCALATION }),
        stamp: newId(now),
        expiresAt: expiryOf(time + KEPT_MS.event),
      })
      .where(isAsRead(was))
      .commit(),
    ...gone.map((row) => to.row.delete(row).commit()),
    ...without(rows.next, rows.was).map((row) =>
      to.row.put({ ...row, expiresAt: expiryOf(Date.parse(row.receivedAt) + SHOWN_FOR_MS) }).commit(),
    ),
  ];
}

const isAsRead =
  (was: StoredAlarm | undefined) =>
  (item: { version: number; stamp: string }, { eq, notExists }: Operations): string => {
    if (!was) return notExists(item.version);
    return was.stamp === undefined ? notExists(item.stamp) : eq(item.stamp, was.stamp);
  };

/** The rows of an alarm that is open. */
function rowsOf({ UnitSerNum, event }: Key, { closedAt, listing }: State) {
  if (!listing || closedAt !== undefined) return [];
  const { dealers, rank, eventType, zone, receivedAt, escalatedAt } = listing;
  return dealers.map((DealerKey) => ({
    DealerKey,
    rank,
    minute: minuteOf(event),
    eventType,
    event,
    UnitSerNum,
    receivedAt,
    ...(zone !== undefined && { zone }),
    ...(escalatedAt !== undefined && { escalatedAt }),
  }));
}

const keyOf = ({ DealerKey, rank, minute, eventType, event, UnitSerNum }: ReturnType<typeof rowsOf>[number]) => ({
  DealerKey,
  rank,
  minute,
  eventType,
  event,
  UnitSerNum,
});

/** What is stored of an alarm, beyond what the store keeps for itself. */
export const stateOf = ({ UnitSerNum: _unit, event: _event, due: _due, stamp: _stamp, ...state }: StoredAlarm): State =>
  state;

/** Only what operators did about an alarm. */
export const alarmOf = (stored: StoredAlarm): Alarm => {
  const { listing: _listing, dueAt: _at, ...alarm } = stateOf(stored);
  return alarm;
};
