import { needsPerson } from '#core/history/alarm.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { eventOf } from '#core/monitoring-centers/alarm.ts';
import { type HandledMessage, reportOf } from '#core/monitoring-centers/delivery.ts';
import { EventEntity } from '../history/unit-log.ts';
import { reactTo, type Tools } from '../kit/area.ts';
import { endOfPrefix } from '../kit/table.ts';
import { AlarmEntity } from './alarms.ts';
import { DeliveryEntity } from './deliveries.ts';

/** What the unit protocol takes. */
const MAX_HANDLED_BY = 60;

/** An event of a unit, with its place in the unit's log. */
interface Waiting {
  UnitSerNum: string;
  place: string;
  content: Pick<UnitEvent, 'awaitsHandling'>;
}

/** Has the unit told that its event is handled, if it waits for that. `by`: the centre that has taken it; absent for a person, whose name units do not show. */
export async function tellHandled(
  { UnitSerNum, place, content }: Waiting,
  { at, by }: { at: string; by?: string },
  { send }: Pick<Tools, 'send'>,
): Promise<void> {
  const report = reportOf(place);
  if (!report || !content.awaitsHandling) return;
  const handledBy = by?.slice(0, MAX_HANDLED_BY);
  const told = { UnitSerNum, ...report, handledAt: Date.parse(at), ...(handledBy !== undefined && { handledBy }) };
  await send('handled', told satisfies HandledMessage, { group: UnitSerNum });
}

/** Tells a unit that a person has taken its alarm on a board. A unit whose alarm a centre has taken knows that already. */
export const handledByPerson = reactTo(AlarmEntity, {
  name: 'tell a unit that a person has its alarm',
  message: ({ before, after }) =>
    after?.answeredAt !== undefined && before?.answeredAt === undefined
      ? { UnitSerNum: after.UnitSerNum, event: after.event, at: after.answeredAt }
      : undefined,
  isUrgent: () => true,
  async react({ UnitSerNum, event, at }, tools) {
    const timeStamp = event.slice(0, event.indexOf('~'));
    const between = [`${timeStamp}~`, endOfPrefix(`${timeStamp}~`)] as const;
    const [events, deliveries] = await Promise.all([
      EventEntity.query
        .byUnit({ UnitSerNum })
        .between({ place: between[0] }, { place: between[1] })
        .go({ pages: 'all', consistent: true }),
      DeliveryEntity.query
        .delivery({ UnitSerNum })
        .between({ event: between[0] }, { event: between[1] })
        .go({ pages: 'all', consistent: true }),
    ]);
    const taken = new Set(deliveries.data.filter((one) => one.deliveredAt !== undefined).map((one) => one.event));
    for (const { place, content } of events.data) {
      const reported = content as UnitEvent;
      if (eventOf(reported) !== event || !needsPerson(reported) || taken.has(place)) continue;
      await tellHandled({ UnitSerNum, place, content: reported }, { at }, tools);
    }
  },
});
