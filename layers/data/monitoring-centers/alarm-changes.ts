import { whoWords } from '#core/audit/actor.ts';
import { AppError } from '#core/errors.ts';
import { needsPerson } from '#core/history/alarm.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import {
  type AlarmChange,
  type AlarmKey,
  type AlarmState,
  changedAlarm,
  eventOf,
  shownAlarm,
  UNHANDLED,
} from '#core/monitoring-centers/alarm.ts';
import { withEscalation } from '#core/monitoring-centers/escalation.ts';
import { actedBy, type Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { EventEntity } from '../history/unit-log.ts';
import { historyBegin } from '../history/visible.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { AlarmEntity } from './alarms.ts';
import { alarmEntities, alarmOf, alarmWrites } from './listing.ts';

const BUSY = 'Others change the alarm right now. Please try again';

export const ACTIONS = {
  take: 'take alarm',
  takeOver: 'take over alarm',
  release: 'release alarm',
  note: 'write note on alarm',
  close: 'close alarm',
} as const;

/** Adds to each alarm among the events of a unit what operators did about it. */
export async function withAlarms<Event extends UnitEvent>(
  scope: Scope,
  UnitSerNum: string,
  events: readonly Event[],
): Promise<(Event & { alarm?: AlarmState })[]> {
  const alarms = events.filter(needsPerson).map(eventOf).toSorted();
  const [first, last] = [alarms[0], alarms.at(-1)];
  if (first === undefined || last === undefined) return [...events];
  const { data } = await AlarmEntity.query
    .alarm({ UnitSerNum })
    .between({ event: first }, { event: last })
    .go({ pages: 'all', consistent: true });
  const handled = new Map(data.map((item) => [item.event, alarmOf(item)]));
  return events.map((event) =>
    needsPerson(event)
      ? { ...event, alarm: shownAlarm(handled.get(eventOf(event)) ?? UNHANDLED, event, scope.actor.userKey) }
      : event,
  );
}

/** Changes what operators did about an alarm, with its audit entry. NOT_FOUND if the scope does not see such an alarm. */
export async function changeAlarm(
  scope: Scope,
  unit: UnitRecord,
  key: AlarmKey,
  wanted: AlarmChange,
  now: number,
): Promise<AlarmState> {
  const { UnitSerNum, DealerKey } = unit;
  const event = eventOf(key);
  const reported = await alarmReported(scope, unit, key);
  const { userKey } = scope.actor;
  const name = whoWords(actedBy(scope));
  return retry(BUSY, async () => {
    const { data } = await AlarmEntity.get({ UnitSerNum, event }).go({ consistent: true });
    const was = data ? alarmOf(data) : UNHANDLED;
    const next = changedAlarm(was, wanted, { userKey, name }, now);
    if (next === was) return shownAlarm(was, reported, userKey);
    const after = {
      event: reported.eventType,
      at: reported.timeStamp,
      sequence: reported.sequence,
      ...(wanted.text !== '' && { text: wanted.text }),
      ...(next.closeCode !== undefined && { closeCode: next.closeCode }),
    };
    const about = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey } as const;
    const audit = auditEntry(scope, { ...about, action: ACTIONS[wanted.action], after }, now);
    const stored = withEscalation(data ?? undefined, { ...next, ...(data?.listing && { listing: data.listing }) }, now);
    await change({ entities: alarmEntities, audit, about: unit, refused: { changed: RETRY } }, (to) =>
      alarmWrites(to, { UnitSerNum, event }, data ?? undefined, stored, now),
    );
    return shownAlarm(next, reported, userKey);
  });
}

/** The first of the events that is on boards. An earlier version put some ends there, and people have to close them. */
async function firstOnBoards(UnitSerNum: string, events: readonly UnitEvent[]): Promise<UnitEvent | undefined> {
  for (const one of events) {
    const { data } = await AlarmEntity.get({ UnitSerNum, event: eventOf(one) }).go();
    if (data?.listing) return one;
  }
  return undefined;
}

/** The alarm among the events of a unit; undefined if there is none. */
export async function reportedAlarm({ UnitSerNum, timeStamp, sequence }: AlarmKey): Promise<UnitEvent | undefined> {
  const { data } = await EventEntity.query
    .byUnit({ UnitSerNum })
    .between({ place: `${timeStamp}~` }, { place: endOfPrefix(`${timeStamp}~`) })
    .go({ pages: 'all' });
  const events = data.map(({ content }) => content as UnitEvent);
  const own = events.filter((one) => one.sequence === sequence);
  return own.find(needsPerson) ?? firstOnBoards(UnitSerNum, own);
}

/** The alarm among the events of the unit that the scope sees. */
export async function alarmReported(scope: Scope, unit: UnitRecord, key: AlarmKey): Promise<UnitEvent> {
  const { UnitSerNum } = unit;
  const [begin, reported] = await Promise.all([historyBegin(scope, unit), reportedAlarm({ ...key, UnitSerNum })]);
  if (!reported || (begin !== undefined && key.timeStamp < begin))
    throw new AppError('NOT_FOUND', 'There is no such alarm');
  return reported;
}
