import { isRestoredAlarm } from '../history/alarm.ts';
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

const typeOf = ({ eventType }: UnitEvent) => eventType.replace(/ restored$/, '');

/** True if both events are of the same type and zone, as an alarm and its end are. */
const isOfSameAlarm = (one: UnitEvent, other: UnitEvent) =>
  goesToCenters(other) && typeOf(one) === typeOf(other) && (one.zone ?? 0) === (other.zone ?? 0);

const inOrder = <One extends PlacedEvent>(events: readonly One[]) =>
  events.toSorted((one, other) => (comesBefore(one.place, other.place) ? -1 : 1));

/** The alarms that an end ends: those of its type and zone since the end before it. */
export function alarmsOfEnd<One extends PlacedEvent>(end: PlacedEvent, events: readonly One[]): One[] {
  const earlier = inOrder(
    events.filter(({ place, content }) => comesBefore(place, end.place) && isOfSameAlarm(end.content, content)),
  );
  return earlier.slice(earlier.findLastIndex(({ content }) => isRestoredAlarm(content)) + 1);
}

/** The latest end after an alarm; undefined if another alarm of its type and zone came after all ends. */
export function latestEndAfter<One extends PlacedEvent>(alarm: PlacedEvent, events: readonly One[]): One | undefined {
  const latest = inOrder(
    events.filter(({ place, content }) => comesBefore(alarm.place, place) && isOfSameAlarm(alarm.content, content)),
  ).at(-1);
  return latest && isRestoredAlarm(latest.content) ? latest : undefined;
}

const laterThan = <One extends PlacedEvent>(end: PlacedEvent, events: readonly One[]) =>
  inOrder(events.filter(({ place, content }) => comesBefore(end.place, place) && isOfSameAlarm(end.content, content)));

/** True if another alarm of its type and zone came after an end. The end would close that at the centre. */
export const isOvertaken = (end: PlacedEvent, events: readonly PlacedEvent[]): boolean =>
  laterThan(end, events).some(({ content }) => !isRestoredAlarm(content));

/** The alarms of its type and zone that came after an end, and are not over. The end may have closed them at the centre. */
export function openAfter<One extends PlacedEvent>(end: PlacedEvent, events: readonly One[]): One[] {
  const later = laterThan(end, events);
  return later.slice(later.findLastIndex(({ content }) => isRestoredAlarm(content)) + 1);
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
