import { needsPerson } from '../history/alarm.ts';
import { codeOfType, isRestored, isStillPresent } from '../history/event-code.ts';
import type { UnitEvent } from '../history/ping.ts';
import { type DeliveryState, goesToCenters, PAUSES, reportOf } from './delivery.ts';

/** An event, and its place in the log of its unit. */
export interface PlacedEvent {
  place: string;
  content: UnitEvent;
}

/** True if a unit has reported one event before the other. Reports of one time have numbers. */
export function comesBefore(one: string, other: string): boolean {
  const [time = '', otherTime = ''] = [one, other].map((place) => place.split('~')[0]);
  if (time !== otherTime) return time < otherTime;
  const [report, otherReport] = [reportOf(one), reportOf(other)];
  if (!report || !otherReport) return one < other;
  return report.bootId === otherReport.bootId
    ? report.sequence < otherReport.sequence
    : report.bootId < otherReport.bootId;
}

const typeOf = ({ eventType }: UnitEvent) => codeOfType(eventType)?.EventCode ?? eventType;

/** The same for an alarm and its end. */
export const typeAndZone = (event: UnitEvent): string => `${typeOf(event)}~${event.zone ?? 0}`;

/** True if both events are of the same type and zone, and the other one goes to centres. */
const isOfSameAlarm = (one: UnitEvent, other: UnitEvent) =>
  goesToCenters(other) && typeAndZone(one) === typeAndZone(other);

export const inOrder = <One extends PlacedEvent>(events: readonly One[]) =>
  events.toSorted((one, other) => (comesBefore(one.place, other.place) ? -1 : 1));

/** The alarms that an end ends: those of its type and zone since the end before it. */
export function alarmsOfEnd<One extends PlacedEvent>(end: PlacedEvent, events: readonly One[]): One[] {
  const earlier = inOrder(
    events.filter(({ place, content }) => comesBefore(place, end.place) && isOfSameAlarm(end.content, content)),
  );
  return earlier.slice(earlier.findLastIndex(({ content }) => isRestored(content)) + 1);
}

/** The latest end after an alarm; undefined if another alarm of its type and zone came after all ends. */
export function latestEndAfter<One extends PlacedEvent>(alarm: PlacedEvent, events: readonly One[]): One | undefined {
  const latest = inOrder(
    events.filter(({ place, content }) => comesBefore(alarm.place, place) && isOfSameAlarm(alarm.content, content)),
  ).at(-1);
  return latest && isRestored(latest.content) ? latest : undefined;
}

/** The alarm that is open after an event, if `open` was before it. */
const openAfterEvent = <One extends PlacedEvent>(open: One | undefined, event: One): One | undefined => {
  if (isRestored(event.content)) return undefined;
  return needsPerson(event.content) ? event : open;
};

/**
 * The alarm that goes on, of an event that is still present. Undefined if that is a new alarm. An alarm of which nobody was told counts only if nobody
 * is told now either.
 */
export function goesOnFrom<One extends PlacedEvent>(
  { place, content }: PlacedEvent,
  events: readonly One[],
): One | undefined {
  const earlier = events.filter(
    (one) =>
      comesBefore(one.place, place) &&
      !one.content.test &&
      (content.disabled === true || !one.content.disabled) &&
      typeAndZone(content) === typeAndZone(one.content),
  );
  return inOrder(earlier).reduce<One | undefined>(openAfterEvent, undefined);
}

/** The repetitions that go on from an alarm, the latest last: those for which `goesOnFrom` finds it. Looks at each event once. */
export function repetitionsOf<One extends PlacedEvent>(alarm: PlacedEvent, events: readonly One[]): One[] {
  const repetitions: One[] = [];
  /** The open alarm for repetitions of which nobody is told, and that for others. */
  let [untold, open]: (One | undefined)[] = [];
  for (const event of inOrder(events.filter(({ content }) => typeAndZone(content) === typeAndZone(alarm.content)))) {
    const from = event.content.disabled ? untold : open;
    if (isStillPresent(event.content) && from?.place === alarm.place) repetitions.push(event);
    if (event.content.test) continue;
    untold = openAfterEvent(untold, event);
    if (!event.content.disabled) open = openAfterEvent(open, event);
  }
  return repetitions;
}

/** An end goes out without an alarm after five minutes: perhaps the alarm was a test, or came before the centre did. */
const WAITS_FOR_ALARM = 7;
/** An end waits for an alarm on its way for 90 minutes. Its last try is over after about 64. */
const WAITS_FOR_DELIVERY = 24;
const LONGEST_PAUSE = 300;

/**
 * The seconds for which an end waits, after as many waits, before it looks again for the deliveries of its alarms. Undefined if it is sent now:
 * a centre that gets the end first would keep the alarm open.
 */
export function pauseOfEnd(alarms: readonly DeliveryState[], waits: number): number | undefined {
  const most = alarms.length === 0 ? WAITS_FOR_ALARM : alarms.includes('waiting') ? WAITS_FOR_DELIVERY : 0;
  return waits < most ? (PAUSES[waits] ?? LONGEST_PAUSE) : undefined;
}
