import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SENDERS } from '#adapters/receivers/send.ts';
import { isRestored } from '#core/history/event-code.ts';
import { isOvertaken, openAfter } from '#core/monitoring-centers/closed-by-end.ts';
import { accountOf } from '#core/monitoring-centers/contact-id.ts';
import {
  afterRound,
  type Delivery,
  DeliveryMessage,
  type DeliveryTry,
  overtaken,
  pauseBefore,
  ReceiverTestMessage,
  takesEvent,
  withoutReceiver,
} from '#core/monitoring-centers/delivery.ts';
import { alarmsOfEnd, pauseOfEnd } from '#core/monitoring-centers/end-of-alarm.ts';
import { addressesOf, type Receiver, type ReceiverKind } from '#core/monitoring-centers/receiver.ts';
import { instant, SECOND } from '#core/time.ts';
import { type DeliveryRecord, deliveryStore } from '#data/monitoring-centers/deliveries.ts';
import { receiverSecretStore, receiverStore } from '#data/monitoring-centers/receivers.ts';
import { consume } from '#platform/aws/consume.ts';
import { env, isOneMachine } from '#platform/aws/env.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { testReceiver } from '#platform/monitoring-centers/test-receiver.ts';

/** Both addresses and the table fit into one run. */
const TRY_TIMEOUT_MS = 5 * SECOND;

/**
 * Sends an alarm to the receiver of a centre: to its main address, and if that does not acknowledge it, to its second one. A round that fails
 * is followed by another one. If this is killed, the queue delivers the message again: the receiver may then get the alarm twice, with the
 * same number.
 */
async function deliver(message: DeliveryMessage, isRepeated: boolean): Promise<void> {
  const delivery = await deliveryStore.get(message);
  if (delivery?.state !== 'waiting') return;
  // This message was handled before, and perhaps nobody put the next one on the queue. What began anew has a message of its own.
  if (delivery.round === message.round + 1) return delivery.fromRound === delivery.round ? undefined : goOn(delivery);
  if (delivery.round !== message.round) return;
  const [receiver, secret] = await Promise.all([
    receiverStore.get(message.mcKey),
    receiverSecretStore.get(message.mcKey),
  ]);
  const isEnd = isRestored(delivery.content);
  if (isEnd) {
    const { waits = 0 } = message;
    const end = placed(delivery);
    const around = await deliveryStore.aroundEnd(delivery);
    if (isOvertaken(end, around, receiver?.kind)) {
      // A worker that was killed may have sent the end.
      if (isRepeated) await sendOpenAgain(delivery, receiver?.kind);
      return store(delivery, overtaken(delivery));
    }
    const pause = delivery.round === 0 ? pauseOfEnd(statesOf(alarmsOfEnd(end, around)), waits) : undefined;
    if (pause !== undefined) return send({ ...message, waits: waits + 1 }, pause);
  }
  // The centre had another kind of receiver when the event came.
  if (receiver && !takesEvent(receiver.kind, delivery.content)) return store(delivery, overtaken(delivery));
  const next =
    receiver && secret !== undefined
      ? afterRound(delivery, await tries(delivery, receiver, secret), instant(Date.now()))
      : withoutReceiver(delivery, instant(Date.now()));
  if (isEnd) await sendOpenAgain(delivery, receiver?.kind);
  await store(delivery, next);
}

/** Stores a round and puts the next one on the queue. */
async function store(delivery: DeliveryRecord, next: Delivery): Promise<void> {
  const storedBy = randomUUID();
  // Another worker that has stored the round goes on or has died: when the message comes again, the table says which. Two that both went on at once would send
  // each try twice from then on.
  if (!(await deliveryStore.record(delivery, next, storedBy)) && !(await hasStored(delivery, storedBy)))
    throw new Error('The round was stored meanwhile');
  if (next.state === 'waiting') await goOn({ ...delivery, round: next.round });
}

/** True if this worker has stored the round, but got no answer from the table. */
const hasStored = async (delivery: DeliveryRecord, storedBy: string): Promise<boolean> =>
  (await deliveryStore.get(delivery))?.storedBy === storedBy;

const placed = ({ event, content }: DeliveryRecord) => ({ place: event, content });
const statesOf = (deliveries: readonly DeliveryRecord[]) => deliveries.map(({ state }) => state);

/** Sends the alarms again that came while an end with the same code and zone was being sent: the centre may have closed them with it. */
async function sendOpenAgain(end: DeliveryRecord, kind: ReceiverKind | undefined): Promise<void> {
  for (const alarm of openAfter(placed(end), await deliveryStore.aroundEnd(end), kind)) {
    const next = await deliveryStore.sendAgain(alarm);
    if (next) await send(next, 0);
  }
}

/** Tests a receiver when it has new settings, so that nobody waits for the test of the quarter of an hour. */
async function test({ mcKey, version }: ReceiverTestMessage): Promise<void> {
  const receiver = await receiverStore.get(mcKey);
  if (receiver?.version === version) await testReceiver(receiver);
}

export const handler = consume(z.union([DeliveryMessage, ReceiverTestMessage]), (message, record) =>
  'event' in message ? deliver(message, Number(record.attributes.ApproximateReceiveCount) > 1) : test(message),
);

async function tries(
  { UnitSerNum, content, sequence }: DeliveryRecord,
  receiver: Receiver,
  secret: string,
): Promise<DeliveryTry[]> {
  const account = accountOf(receiver.accountPrefix, UnitSerNum);
  const outgoing = { account, sequence, alarm: { UnitSerNum, event: content } };
  const dialling = { privateAllowed: isOneMachine(), timeoutMs: TRY_TIMEOUT_MS };
  const tried: DeliveryTry[] = [];
  for (const { place, address } of addressesOf(receiver)) {
    const now = Date.now();
    const answer = await SENDERS[receiver.kind]({ address, secret }, outgoing, dialling, now);
    tried.push({ at: instant(now), place, ...answer });
    if (answer.ok) break;
  }
  return tried;
}

const send = (message: DeliveryMessage, pauseSeconds: number) =>
  sendMessage(env('DELIVERY_QUEUE_URL'), message, pauseSeconds, message.mcKey);

const goOn = ({ UnitSerNum, event, mcKey, round, fromRound }: DeliveryRecord) =>
  send({ UnitSerNum, event, mcKey, round }, pauseBefore({ round, fromRound }));
