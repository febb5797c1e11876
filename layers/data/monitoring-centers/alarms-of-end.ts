import { needsPerson } from '#core/history/alarm.ts';
import { isStillPresent } from '#core/history/event-code.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { alarmsOfEnd, goesOnFrom, type PlacedEvent, repetitionsOf } from '#core/monitoring-centers/end-of-alarm.ts';
import { DAY, instant } from '#core/time.ts';
import { EventEntity, placeOf } from '../history/unit-log.ts';
import { endOfPrefix } from '../kit/table.ts';

/** The earliest time of the alarms that an end is matched with. */
export const endsSince = ({ timeStamp }: Pick<UnitEvent, 'timeStamp'>) => instant(Date.parse(timeStamp) - DAY);

/** The alarms in the log of a unit that an end ends. */
export const alarmsInLog = async (UnitSerNum: string, end: PlacedEvent): Promise<PlacedEvent[]> =>
  alarmsOfEnd(end, await logUntil(UnitSerNum, end.content));

/** The alarm in the log of a unit that a repetition says is still present. */
export const alarmGoingOn = async (UnitSerNum: string, repetition: PlacedEvent): Promise<PlacedEvent | undefined> =>
  goesOnFrom(repetition, await logUntil(UnitSerNum, repetition.content));

/** The repetitions in the log of a unit that say that an alarm is still present, the latest last. Reads nothing for what is no alarm, such as an end. */
export async function repetitionsInLog(UnitSerNum: string, alarm: PlacedEvent): Promise<PlacedEvent[]> {
  if (!needsPerson(alarm.content)) return [];
  const { data } = await EventEntity.query
    .byUnit({ UnitSerNum })
    .between({ place: alarm.place }, { place: endOfPrefix(instant(Date.parse(alarm.content.timeStamp) + DAY)) })
    .go({ pages: 'all', consistent: true });
  return repetitionsOf(
    alarm,
    data.map(({ place, content }) => ({ place, content: content as UnitEvent })),
  );
}

/** True if an event that is still present goes on from an alarm of the last day in the log of its unit. What a report was stored as, it stays. */
export async function isKnownToGoOn(UnitSerNum: string, reportId: string, content: UnitEvent): Promise<boolean> {
  const log = await logUntil(UnitSerNum, content);
  const place = placeOf(content.timeStamp, reportId);
  const stored = log.find((one) => one.place === place);
  return stored ? isStillPresent(stored.content) : goesOnFrom({ place, content }, log) !== undefined;
}

async function logUntil(UnitSerNum: string, event: UnitEvent): Promise<PlacedEvent[]> {
  const { data } = await EventEntity.query
    .byUnit({ UnitSerNum })
    .between({ place: endsSince(event) }, { place: endOfPrefix(event.timeStamp) })
    .go({ pages: 'all', consistent: true });
  return data.map(({ place, content }) => ({ place, content: content as UnitEvent }));
}
