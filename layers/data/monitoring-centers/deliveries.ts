import { Entity, type EntityItem } from 'electrodb';
import type { UnitEvent } from '#core/history/ping.ts';
import {
  type Delivery,
  type DeliveryMessage,
  type DeliveryState,
  type DeliveryTry,
  goesToCenters,
  type ShownDelivery,
  sequenceOf,
} from '#core/monitoring-centers/delivery.ts';
import { latestEndAfter } from '#core/monitoring-centers/end-of-alarm.ts';
import { KEPT_MS } from '../history/unit-log.ts';
import { expiresAt, expiryOf, jsonOf, number, requiredNumber, requiredText, text, textOf } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { at, endOfPrefix, primary } from '../kit/table.ts';
import { endsSince } from './alarms-of-end.ts';

/** The way of an alarm to a monitoring centre. */
export const DeliveryEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'delivery', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      /** The event's place in the log of its unit. */
      event: requiredText,
      mcKey: requiredText,
      center: requiredText,
      content: { ...jsonOf<UnitEvent>(), required: true },
      /** The number of its message, the same in every try. */
      sequence: requiredNumber,
      round: requiredNumber,
      fromRound: number,
      state: { ...textOf<DeliveryState>(), required: true },
      tries: { ...jsonOf<readonly DeliveryTry[]>(), required: true },
      deliveredAt: text,
      unreachedAt: text,
      /** The run of the worker that stored the latest round. */
      storedBy: text,
      expiresAt,
    },
    indexes: { delivery: primary(['UnitSerNum'], ['event', 'mcKey']) },
  },
  at,
);
export type DeliveryRecord = Omit<EntityItem<typeof DeliveryEntity>, 'expiresAt' | 'correlationId'>;

/** How many messages a receiver was given. */
const ReceiverCountEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'receiverCount', version: '1' },
    attributes: { mcKey: requiredText, messages: requiredNumber },
    indexes: { receiverCount: primary(['mcKey'], []) },
  },
  at,
);

/** The deliveries to a centre. */
const placedAt = <Found extends { event: string; mcKey: string }>(mcKey: string, found: readonly Found[]) =>
  found.filter((one) => one.mcKey === mcKey).map((one) => ({ ...one, place: one.event }));

/** The number of the next message to a receiver. */
async function nextSequence(mcKey: string): Promise<number> {
  const counted = await ReceiverCountEntity.upsert({ mcKey }).add({ messages: 1 }).go({ response: 'all_new' });
  return sequenceOf(counted.data!.messages!);
}

type Key = Pick<DeliveryMessage, 'UnitSerNum' | 'event' | 'mcKey'>;

export const deliveryStore = {
  async get({ UnitSerNum, event, mcKey }: Key): Promise<DeliveryRecord | undefined> {
    const { data } = await DeliveryEntity.get({ UnitSerNum, event, mcKey }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Which of these centres has taken an event, and when. Undefined if none has. */
  async taken(
    UnitSerNum: string,
    event: string,
    mcKeys: readonly string[],
  ): Promise<{ at: string; by: string } | undefined> {
    const { data } = await DeliveryEntity.query.delivery({ UnitSerNum, event }).go({ pages: 'all', consistent: true });
    const found = data.find(({ mcKey, deliveredAt }) => deliveredAt !== undefined && mcKeys.includes(mcKey));
    return found && { at: found.deliveredAt!, by: found.center };
  },

  /** The delivery of an event to a centre, begun now unless it was before. */
  async open(key: Key, center: string, content: UnitEvent): Promise<DeliveryRecord> {
    const known = await this.get(key);
    if (known) return known;
    await tryWrite(
      DeliveryEntity.create({
        ...{ ...key, center, content, round: 0, state: 'waiting', tries: [] },
        sequence: await nextSequence(key.mcKey),
        expiresAt: expiryOf(Date.parse(content.timeStamp) + KEPT_MS.event),
      }).go(),
    );
    return (await this.get(key))!;
  },

  /** The deliveries to the same centre that an end can concern: since a day before it. */
  async aroundEnd({ UnitSerNum, mcKey, content }: DeliveryRecord): Promise<(DeliveryRecord & { place: string })[]> {
    const { data } = await DeliveryEntity.query
      .delivery({ UnitSerNum })
      .gte({ event: endsSince(content) })
      .go({ pages: 'all', consistent: true });
    return placedAt(mcKey, data);
  },

  /**
   * Lets an alarm go to a centre again that an end may have closed there, and returns the message for its next round. One that the centre has acknowledged
   * gets a new number, so that it is not taken for a repetition. A worker that sends it at this moment stores nothing. Undefined if it has failed or is overtaken.
   * @throws if another worker stores a round of it at this moment
   */
  async sendAgain({
    UnitSerNum,
    event,
    mcKey,
    round,
    state: was,
  }: DeliveryRecord): Promise<DeliveryMessage | undefined> {
    if (!['waiting', 'delivered'].includes(was)) return undefined;
    const next = round + 1;
    const isDelivered = was === 'delivered';
    await DeliveryEntity.patch({ UnitSerNum, event, mcKey })
      .set({
        state: 'waiting',
        round: next,
        fromRound: next,
        ...(isDelivered && { sequence: await nextSequence(mcKey) }),
      })
      .remove(isDelivered ? ['deliveredAt', 'unreachedAt'] : ['deliveredAt'])
      .where((item, { eq }) => `${eq(item.round, round)} AND ${eq(item.state, was)}`)
      .go();
    return { UnitSerNum, event, mcKey, round: next };
  },

  /**
   * Lets an end that a centre got before its alarm, or did not get at all, go there again: it failed, or another alarm with its code was open then. Returns the message for its next round, also if an earlier
   * call has stored it; undefined if the end has come after the alarm, or is still on its way.
   */
  async reopenEnd(
    { UnitSerNum, event, mcKey, content }: Key & { content: UnitEvent },
    deliveredAt: string,
  ): Promise<DeliveryMessage | undefined> {
    const { data } = await DeliveryEntity.query
      .delivery({ UnitSerNum })
      .gte({ event: content.timeStamp })
      .go({ pages: 'all', consistent: true });
    const end = latestEndAfter({ place: event, content }, placedAt(mcKey, data));
    if (!end) return undefined;
    const { event: place, round, state } = end;
    const message = { UnitSerNum, event: place, mcKey, round };
    if (state === 'waiting') return end.fromRound === round ? message : undefined;
    const cameAfter = state === 'delivered' && !(end.deliveredAt !== undefined && end.deliveredAt <= deliveredAt);
    if (cameAfter) return undefined;
    const stored = await tryWrite(
      DeliveryEntity.patch({ UnitSerNum, event: place, mcKey })
        .set({ state: 'waiting', fromRound: round })
        .where((item, { eq }) => `${eq(item.round, round)} AND ${eq(item.state, end.state)}`)
        .go(),
    );
    // Another call has stored it and may have died then, or this one got no answer from the table.
    return stored ? message : deliveryStore.reopenEnd({ UnitSerNum, event, mcKey, content }, deliveredAt);
  },

  /** Stores the delivery after a round. False if this round is stored already. */
  async record(
    { UnitSerNum, event, mcKey, round: was }: DeliveryRecord,
    { round, state, tries, deliveredAt, unreachedAt }: Delivery,
    storedBy: string,
  ): Promise<boolean> {
    const written = await tryWrite(
      DeliveryEntity.patch({ UnitSerNum, event, mcKey })
        .set({
          round,
          state,
          tries,
          storedBy,
          ...(deliveredAt && { deliveredAt }),
          ...(unreachedAt && { unreachedAt }),
        })
        .where((item, { eq }) => `${eq(item.round, was)} AND ${eq(item.state, 'waiting')}`)
        .go(),
    );
    return written !== undefined;
  },
};

/** Adds to each event that goes to receivers its way there. */
export async function withDeliveries<Event extends UnitEvent>(
  UnitSerNum: string,
  events: readonly Event[],
): Promise<(Event & { deliveries?: ShownDelivery[] })[]> {
  const times = events
    .filter(goesToCenters)
    .map(({ timeStamp }) => timeStamp)
    .toSorted();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [...events];
  const { data } = await DeliveryEntity.query
    .delivery({ UnitSerNum })
    .between({ event: first }, { event: endOfPrefix(last) })
    .go({ pages: 'all', consistent: true });
  const byEvent = Map.groupBy(data, ({ content }) => `${content.timeStamp}~${content.sequence}`);
  return events.map((event) => {
    const deliveries = byEvent.get(`${event.timeStamp}~${event.sequence}`);
    return deliveries && goesToCenters(event) ? { ...event, deliveries: deliveries.map(shown) } : event;
  });
}

const shown = ({ center, state, deliveredAt, unreachedAt, tries }: DeliveryRecord): ShownDelivery => ({
  ...{ center, state, tries: [...tries] },
  ...(deliveredAt !== undefined && { deliveredAt }),
  ...(unreachedAt !== undefined && { unreachedAt }),
});
