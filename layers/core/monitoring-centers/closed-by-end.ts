import { isRestored } from '../history/event-code.ts';
import type { UnitEvent } from '../history/ping.ts';
import { contactIdOf } from './contact-id.ts';
import { goesToCenters } from './delivery.ts';
import { comesBefore, inOrder, type PlacedEvent, typeAndZone } from './end-of-alarm.ts';
import type { ReceiverKind } from './receiver.ts';

/** Code, area and zone without the qualifier: a centre closes all alarms that it got with these. */
const sentAs = (event: UnitEvent) => contactIdOf(event).slice(1);

/**
 * The events of the end's own type and zone that came after it, and the others that go out with the same code and zone, by their type and zone. A webhook has
 * the unit's own type, so an end concerns no others there.
 */
function besideEnd<One extends PlacedEvent>(
  end: PlacedEvent,
  events: readonly One[],
  kind: ReceiverKind | undefined,
): { own: One[]; others: One[][] } {
  const sentAlike = inOrder(
    events.filter(({ content }) => goesToCenters(content) && sentAs(content) === sentAs(end.content)),
  );
  const { [typeAndZone(end.content)]: own = [], ...others } = Object.groupBy(sentAlike, ({ content }) =>
    typeAndZone(content),
  );
  return {
    own: own.filter(({ place }) => comesBefore(end.place, place)),
    others: kind === 'webhook' ? [] : Object.values(others).filter((some) => some !== undefined),
  };
}

const sinceEnd = <One extends PlacedEvent>(events: readonly One[]) =>
  events.slice(events.findLastIndex(({ content }) => isRestored(content)) + 1);

/** True if an end would close at the centre an alarm of its type and zone that came after it, or one of another type that is not over. */
export function isOvertaken(end: PlacedEvent, events: readonly PlacedEvent[], kind?: ReceiverKind): boolean {
  const { own, others } = besideEnd(end, events, kind);
  return own.some(({ content }) => !isRestored(content)) || others.some((some) => sinceEnd(some).length > 0);
}

/** The alarms that are not over, and that an end may have closed at the centre. */
export function openAfter<One extends PlacedEvent>(
  end: PlacedEvent,
  events: readonly One[],
  kind?: ReceiverKind,
): One[] {
  const { own, others } = besideEnd(end, events, kind);
  return [own, ...others].flatMap(sinceEnd);
}
