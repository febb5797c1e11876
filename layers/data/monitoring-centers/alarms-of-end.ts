import type { UnitEvent } from '#core/history/ping.ts';
import { alarmsOfEnd, type PlacedEvent } from '#core/monitoring-centers/end-of-alarm.ts';
import { DAY, instant } from '#core/time.ts';
import { EventEntity } from '../history/unit-log.ts';
import { endOfPrefix } from '../kit/table.ts';

/** The earliest time of the alarms that an end is matched with. */
export const endsSince = ({ timeStamp }: Pick<UnitEvent, 'timeStamp'>) => instant(Date.parse(timeStamp) - DAY);

/** The alarms in the log of a unit that an end ends. */
export async function alarmsInLog(UnitSerNum: string, end: PlacedEvent): Promise<PlacedEvent[]> {
  const { data } = await EventEntity.query
    .byUnit({ UnitSerNum })
    .between({ place: endsSince(end.content) }, { place: endOfPrefix(end.content.timeStamp) })
    .go({ pages: 'all', consistent: true });
  const events = data.map(({ place, content }) => ({ place, content: content as UnitEvent }));
  return alarmsOfEnd(end, events);
}
