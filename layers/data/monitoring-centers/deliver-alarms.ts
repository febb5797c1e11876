import { isPeriodicTest, isUrgent } from '#core/history/alarm.ts';
import { isRestored, isStillPresent } from '#core/history/event-code.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { ACTIVE } from '#core/monitoring-centers/center.ts';
import {
  DELIVERED,
  type DeliveryMessage,
  goesToCenters,
  NOT_DELIVERED,
  type ReceiverTestMessage,
  takesEvent,
  takesRepetitions,
  undeliveredOccurrence,
} from '#core/monitoring-centers/delivery.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { EventEntity, unitLogStore } from '../history/unit-log.ts';
import { reactTo } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';
import { alarmsInLog } from './alarms-of-end.ts';
import { centersOf } from './centers-of-dealers.ts';
import { DeliveryEntity, deliveryStore } from './deliveries.ts';
import { ReceiverEntity, receiverStore } from './receivers.ts';
import { handledByPerson, isRecent, tellAllHandled, tellHandled, tellRepetition } from './tell-handled.ts';

/** Until an end has the message of its alarm sent. By then the reaction to the alarm has usually done so, and the first round of both addresses is over. */
const OWN_REACTION_SECONDS = 15;
/** Reactions run within this time. An older alarm without a delivery was not for the centre: it was not active then, or had no receiver. */
const REACTED_WITHIN_MS = 15 * MINUTE;

const unitOf = async (UnitSerNum: string) => (await unitStore.getMany(WHOLE_TREE, [UnitSerNum]))[0];

/** True if the reaction to an alarm may still come. What happened before the unit moved is not for the centres of its next dealer. */
const isNotDeliveredYet = ({ receivedAt }: UnitEvent, { formerDealers = [] }: UnitRecord, now: number) =>
  now - Date.parse(receivedAt) <= REACTED_WITHIN_MS && formerDealers.every(({ until }) => until < receivedAt);

/** Begins the delivery of a new alarm to each active centre with a receiver that the unit's dealer has. */
const deliver = reactTo(EventEntity, {
  name: 'deliver an alarm to monitoring centres',
  message({ before, after }, now) {
    if (before || !after || !goesToCenters(after.content) || !isRecent(after.content, now)) return undefined;
    return { UnitSerNum: after.UnitSerNum, place: after.place, content: after.content as UnitEvent };
  },
  isUrgent: ({ content }) => isUrgent(content),
  async react({ UnitSerNum, place, content }, { send }, now) {
    const unit = await unitOf(UnitSerNum);
    if (!unit) return;
    const centers = (await centersOf(unit)).filter(({ status }) => status === ACTIVE);
    const own = { place, content };
    // The reaction to an alarm can run after that to its end. The end waits for deliveries that are stored.
    const alarms = isRestored(content) ? await alarmsInLog(UnitSerNum, own) : [];
    const open = alarms.filter((alarm) => isNotDeliveredYet(alarm.content, unit, now));
    const withoutRepetitions: string[] = [];
    for (const { id: mcKey, name } of centers) {
      const receiver = await receiverStore.get(mcKey);
      if (!receiver) continue;
      if (!takesEvent(receiver.kind, content)) {
        withoutRepetitions.push(mcKey);
        continue;
      }
      for (const one of [...open, own]) {
        if (!takesEvent(receiver.kind, one.content)) continue;
        const key = { UnitSerNum, event: one.place, mcKey };
        const { state, round } = await deliveryStore.open(key, name, one.content);
        const next = { ...key, round } satisfies DeliveryMessage;
        if (state !== 'waiting' || (one !== own && round > 0)) continue;
        // A receiver that does not answer makes each of its messages slow.
        await send('delivery', next, { group: mcKey, ...(one !== own && { delaySeconds: OWN_REACTION_SECONDS }) });
      }
    }
    if (isStillPresent(content)) await tellRepetition({ UnitSerNum, ...own }, withoutRepetitions, { send }, now);
  },
});

const hasEnd = (content: UnitEvent) => !isRestored(content) && !isPeriodicTest(content);

/** An end can come to a centre before an alarm that the portal learned of late. The centre then gets the end again, after the alarm. */
const endAgain = reactTo(DeliveryEntity, {
  name: 'send the end of an alarm again',
  message({ before, after }) {
    const at = after?.deliveredAt;
    if (!after || at === undefined || before?.deliveredAt !== undefined || !hasEnd(after.content)) return undefined;
    const { UnitSerNum, event, mcKey, content } = after;
    return { UnitSerNum, event, mcKey, content, at };
  },
  async react({ at, ...alarm }, { send }) {
    const next = await deliveryStore.reopenEnd(alarm, at);
    if (next) await send('delivery', next, { group: next.mcKey });
  },
});

/** What follows when a centre has taken an alarm, or has not taken it for some time. */
const follow = reactTo(DeliveryEntity, {
  name: 'tell how an alarm came to a monitoring centre',
  message({ before, after }) {
    if (!after) return undefined;
    const delivered = after.deliveredAt !== undefined && before?.deliveredAt === undefined;
    const unreached = after.unreachedAt !== undefined && before?.unreachedAt === undefined;
    if (!delivered && !unreached) return undefined;
    const { UnitSerNum, event, mcKey, center, content, tries } = after;
    const at = delivered ? after.deliveredAt! : after.unreachedAt!;
    return { UnitSerNum, event, mcKey, center, content, delivered, at, tries: tries.length };
  },
  isUrgent: ({ content }) => isUrgent(content),
  async react({ UnitSerNum, event, mcKey, center, content, delivered, at, tries }, tools, now) {
    const place = `${event.slice(event.indexOf('~') + 1)}-${mcKey}-${delivered ? 'delivered' : 'unreached'}`;
    await unitLogStore.recordEvent(UnitSerNum, place, {
      ...{ timeStamp: at, receivedAt: at, sequence: 0, eventType: delivered ? DELIVERED : NOT_DELIVERED },
      detail: `${content.eventType} of ${content.timeStamp}: ${center} ${delivered ? 'took it' : 'has not taken it'}, tries: ${tries}`,
    });
    if (!delivered) {
      // Nobody has to do anything about a periodic test. The probe counts its own.
      if (isPeriodicTest(content)) return;
      tools.alarmNotDelivered({ UnitSerNum, mcKey, event });
      // Nobody has to call because an alarm is over, or goes on.
      const unit = isUrgent(content) ? await unitOf(UnitSerNum) : undefined;
      if (unit) await notify(undeliveredOccurrence(unit, content, `${event}:${mcKey}`), tools, now);
      return;
    }
    const own = { UnitSerNum, place: event, content };
    const receiver = await receiverStore.get(mcKey);
    const tell = receiver && takesRepetitions(receiver.kind) ? tellHandled : tellAllHandled;
    await tell(own, { at, by: center }, tools);
  },
});

/** A new receiver is tested before the first alarm needs it. */
const test = reactTo(ReceiverEntity, {
  name: 'test a receiver with new settings',
  message({ before, after }): ReceiverTestMessage | undefined {
    return after && after.version !== before?.version ? { mcKey: after.mcKey, version: after.version } : undefined;
  },
  react: (message, { send }) => send('delivery', message, { group: message.mcKey }),
});

export const deliveryReactions = [deliver, endAgain, follow, test, handledByPerson];
