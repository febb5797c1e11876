import { z } from 'zod';
import { type Occurrence, occurrenceOfUnit, type UnitOfOccurrence } from '../dealer-settings/occurrence.ts';
import { isOfAlarm } from '../history/alarm.ts';
import { isStillPresent } from '../history/event-code.ts';
import type { UnitEvent } from '../history/ping.ts';
import { Instant } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { type ReceiverKind, ReceiverPlace } from './receiver.ts';

/** True for an event that goes to the receivers of monitoring centres: an alarm, its end, its repetition, or another event that awaits an operator. */
export const goesToCenters = (event: Pick<UnitEvent, 'eventType' | 'test' | 'disabled' | 'awaitsHandling'>): boolean =>
  (isOfAlarm(event) || event.awaitsHandling === true) && !event.test && !event.disabled;

/** DC-09 alone can say that an event is still present: in the other protocols it would be a new alarm. */
export const takesRepetitions = (kind: ReceiverKind): boolean => kind === 'dc09';

/** True if receivers of the kind take the event. */
export const takesEvent = (kind: ReceiverKind, event: Pick<UnitEvent, 'eventType'>): boolean =>
  takesRepetitions(kind) || !isStillPresent(event);

/** One try to send an alarm to one address. */
export const DeliveryTry = z.object({
  at: Instant,
  place: ReceiverPlace,
  ok: z.boolean(),
  /** What the receiver answered, or why it did not. */
  detail: z.string(),
});
export type DeliveryTry = z.output<typeof DeliveryTry>;

/**
 * `waiting`: it is tried again. `failed`: the last try is over. `overtaken`: an end or a repetition that is not sent, because an alarm
 * with its code and zone is open. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'failed', 'overtaken']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** The way of one alarm to one monitoring centre. */
export interface Delivery {
  state: DeliveryState;
  /** Grows with each round of tries. One message of the queue stands for each round. */
  round: number;
  /** The round with which the delivery began anew: an end whose alarm came after it, or an alarm that an end may have closed. Absent: 0. */
  fromRound?: number | undefined;
  tries: readonly DeliveryTry[];
  deliveredAt?: string;
  /** When nobody had taken it for some time, so that people were told. */
  unreachedAt?: string;
}

/** What people see of a delivery. */
export const ShownDelivery = z.object({
  center: z.string(),
  state: DeliveryState,
  deliveredAt: Instant.optional(),
  unreachedAt: Instant.optional(),
  tries: z.array(DeliveryTry),
});
export type ShownDelivery = z.output<typeof ShownDelivery>;

/** The message for one round of tries. */
export const DeliveryMessage = z.object({
  UnitSerNum: SerialNumber,
  /** The event's place in the log of its unit. */
  event: z.string(),
  mcKey: z.string(),
  round: z.number().int(),
  /** How often the end of an alarm has waited for its alarm. */
  waits: z.number().int().optional(),
});
export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** The message for the test of a receiver whose settings are new. */
export const ReceiverTestMessage = z.object({ mcKey: z.string(), version: z.number().int() });
export type ReceiverTestMessage = z.output<typeof ReceiverTestMessage>;

/** Seconds from each round to the next: for an hour altogether. */
export const PAUSES: readonly number[] = [5, 10, 20, 30, 60, 60, 120, ...Array.from({ length: 11 }, () => 300)];
/** About a minute after the alarm, if the receiver does not answer at all. */
const ROUNDS_BEFORE_WARNING = 4;

/** The delivery after a round of tries. The last try decides. */
export function afterRound(was: Delivery, tries: readonly DeliveryTry[], at: string): Delivery {
  const round = was.round + 1;
  const next = { ...was, round, tries: [...was.tries, ...tries] };
  if (tries.at(-1)?.ok) return { ...next, state: 'delivered', deliveredAt: at };
  const isLast = was.round - (was.fromRound ?? 0) >= PAUSES.length;
  const warns = was.unreachedAt === undefined && (round - (was.fromRound ?? 0) >= ROUNDS_BEFORE_WARNING || isLast);
  return { ...next, state: isLast ? 'failed' : 'waiting', ...(warns && { unreachedAt: at }) };
}

/** The delivery of an end or a repetition that is not sent, because an alarm with its code is open at the centre. */
export const overtaken = (was: Delivery): Delivery => ({ ...was, round: was.round + 1, state: 'overtaken' });

/** The delivery to a centre that no longer has a receiver. */
export const withoutReceiver = (was: Delivery, at: string): Delivery => ({
  ...was,
  round: was.round + 1,
  state: 'failed',
  unreachedAt: was.unreachedAt ?? at,
});

/** Seconds until the next round of a delivery. */
export const pauseBefore = ({ round, fromRound = 0 }: Pick<Delivery, 'round' | 'fromRound'>): number =>
  PAUSES[round - fromRound - 1] ?? 0;

/** The number of a message of DC-09: 1 to 9999, then from 1 again. */
export const sequenceOf = (count: number): number => ((count - 1) % 9999) + 1;

/** The boot and the number of the unit's report; undefined for an event that no report of the unit made. */
export function reportOf(place: string): { bootId: number; sequence: number } | undefined {
  const found = /~(\d+)-(\d+)(?:-[0-9a-f]{8})?$/.exec(place);
  return found ? { bootId: Number(found[1]), sequence: Number(found[2]) } : undefined;
}

/** The message that tells a unit that its centre has the alarm, or a person. */
export const HandledMessage = z.object({
  UnitSerNum: SerialNumber,
  bootId: z.number().int(),
  sequence: z.number().int(),
  /** Milliseconds, UTC. */
  handledAt: z.number(),
  /** The centre. Absent for a person. */
  handledBy: z.string().optional(),
});
export type HandledMessage = z.output<typeof HandledMessage>;

/** The types of the events in a unit's log that say how an alarm came to a centre. */
export const DELIVERED = 'Alarm delivered';
export const NOT_DELIVERED = 'Alarm not delivered';

/** An alarm that a centre has not taken. `place` distinguishes deliveries. */
export const undeliveredOccurrence = (
  unit: UnitOfOccurrence,
  { eventType, timeStamp }: Pick<UnitEvent, 'eventType' | 'timeStamp'>,
  place: string,
): Occurrence => ({
  ...occurrenceOfUnit(
    unit,
    'Emergency',
    place,
    `the alarm (${eventType}) of ${timeStamp} has not reached its monitoring centre. Call the centre now.`,
  ),
  kind: `undelivered ${eventType}`,
});
