import { needsPerson } from '#core/history/alarm.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { eventOf } from '#core/monitoring-centers/alarm.ts';
import { type HandledMessage, reportOf } from '#core/monitoring-centers/delivery.ts';
import type { PlacedEvent } from '#core/monitoring-centers/end-of-alarm.ts';
import { DAY, SECOND } from '#core/time.ts';
import { EventEntity } from '../history/unit-log.ts';
import { reactTo, type Tools } from '../kit/area.ts';
import { endOfPrefix } from '../kit/table.ts';
import { AlarmEntity } from './alarms.ts';
import { alarmGoingOn, repetitionsInLog } from './alarms-of-end.ts';
import { deliveryStore } from './deliveries.ts';

/** What the unit protocol takes. */
const MAX_HANDLED_BY = 60;
/** A unit that repeats its alarm every minute is told so many repetitions. Those before are long past. */
const MAX_REPETITIONS = 50;
/** Who takes an alarm by mistake releases it within these seconds. A unit cannot be told that help is not coming after all. */
const UNTIL_TOLD_SECONDS = 5;

/**
 * From its receipt: a unit that had no connection for days reports an alarm that nobody has heard of. Changes that the stream brings again after days, for
 * example after a restore, are past helping, and so is a unit whose alarm is closed as forgotten: it would take that for its newer alarm.
 */
const DELIVERED_FOR_MS = DAY;

/** True for an event that came so recently that something may follow it outside the portal. */
export const isRecent = ({ receivedAt }: UnitEvent, now: number): boolean =>
  now - Date.parse(receivedAt) <= DELIVERED_FOR_MS;

/** An event of a unit, with its place in the unit's log. */
interface Waiting {
  UnitSerNum: string;
  place: string;
  content: Pick<UnitEvent, 'awaitsHandling'>;
}

/** Tells a unit that its event is handled, if it waits for that. `by`: the centre that has taken it; absent for a person, whose name units do not show. */
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

/** Tells a unit that its alarm is handled, and the latest repetitions that it sent of it before. */
export async function tellAllHandled(
  alarm: Waiting & PlacedEvent,
  handled: { at: string; by?: string },
  tools: Pick<Tools, 'send'>,
) {
  await tellHandled(alarm, handled, tools);
  const repetitions = await repetitionsInLog(alarm.UnitSerNum, alarm);
  const waiting = repetitions.filter(({ content }) => content.awaitsHandling).slice(-MAX_REPETITIONS);
  await Promise.all(waiting.map((one) => tellHandled({ UnitSerNum: alarm.UnitSerNum, ...one }, handled, tools)));
}

/**
 * Tells a unit that what it repeats is handled, if a person has the alarm or a centre has taken it that gets no repetitions. Others are told to it when their
 * centre has taken them.
 */
export async function tellRepetition(
  { UnitSerNum, place, content }: Waiting & PlacedEvent,
  withoutRepetitions: readonly string[],
  tools: Pick<Tools, 'send'>,
  now: number,
): Promise<void> {
  if (!content.awaitsHandling) return;
  const alarm = await alarmGoingOn(UnitSerNum, { place, content });
  if (!alarm) return;
  const handled =
    (await deliveryStore.taken(UnitSerNum, alarm.place, withoutRepetitions)) ??
    (await held(UnitSerNum, eventOf(alarm.content), now));
  if (handled) await tellHandled({ UnitSerNum, place, content }, handled, tools);
}

async function held(UnitSerNum: string, event: string, now: number): Promise<{ at: string } | undefined> {
  const { data: alarm } = await AlarmEntity.get({ UnitSerNum, event }).go({ consistent: true });
  const at = alarm?.heldBy && alarm.heldAt;
  return at !== undefined && now - Date.parse(at) >= UNTIL_TOLD_SECONDS * SECOND ? { at } : undefined;
}

/**
 * Tells a unit that a person has its alarm, if that person still has it after some seconds or has closed it. Each further holder has these seconds too. Also if a centre has it: the unit may have had no
 * connection when that took it.
 */
export const handledByPerson = reactTo(AlarmEntity, {
  name: 'tell a unit that a person has its alarm',
  message: ({ before, after }) =>
    after?.heldBy && after.heldAt !== before?.heldAt
      ? { UnitSerNum: after.UnitSerNum, event: after.event, heldAt: after.heldAt }
      : undefined,
  delaySeconds: () => UNTIL_TOLD_SECONDS,
  isUrgent: () => true,
  async react({ UnitSerNum, event, heldAt }, tools, now) {
    const { data: alarm } = await AlarmEntity.get({ UnitSerNum, event }).go({ consistent: true });
    if (!alarm?.heldBy || alarm.heldAt === undefined) return;
    // The next holder has a message too. A message that waited during a deployment can be one that names no holder.
    if (heldAt !== undefined && alarm.heldAt !== heldAt) return;
    const timeStamp = event.slice(0, event.indexOf('~'));
    const { data: events } = await EventEntity.query
      .byUnit({ UnitSerNum })
      .between({ place: `${timeStamp}~` }, { place: endOfPrefix(`${timeStamp}~`) })
      .go({ pages: 'all', consistent: true });
    for (const { place, content } of events) {
      const reported = content as UnitEvent;
      if (eventOf(reported) !== event || !needsPerson(reported) || !isRecent(reported, now)) continue;
      await tellAllHandled({ UnitSerNum, place, content: reported }, { at: alarm.heldAt }, tools);
    }
  },
});
