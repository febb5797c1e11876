import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { settingName } from '#core/dealer-settings/notification-settings.ts';
import { accountOf } from '#core/monitoring-centers/contact-id.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import type { HandledMessage } from '#core/monitoring-centers/delivery.ts';
import type { ReceiverInput } from '#core/monitoring-centers/receiver.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { EventEntity, placeOf, unitLogStore } from '#data/history/unit-log.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { DeliveryEntity, deliveryStore } from '#data/monitoring-centers/deliveries.ts';
import { handledByPerson, tellAllHandled } from '#data/monitoring-centers/tell-handled.ts';
import { UnitEntity } from '#data/units/units.ts';
import { tools } from '#functions/on-reaction/tools.ts';
import type { Dc09Behaviour } from '#local/receivers/dc09.ts';
import type { SipBehaviour } from '#local/receivers/sip.ts';
import { RECEIVER_KEY, RECEIVER_LOGIN, RECEIVER_SECRET, startReceivers } from '#local/receivers/start.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask } from '#support/call.ts';
import { expectKilled } from '#support/doomed.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { mailsTo } from '#support/inbox.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow, followLater, reactionsTo } from '#support/reactions.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { aStreamReader } from '#support/stream.ts';
import { loseAnswer } from '#support/table-faults.ts';

const contact = `${randomUUID()}@oregon.example`;
let behaviour: Dc09Behaviour;
let sipBehaviour: SipBehaviour = 'body';
let receivers: Awaited<ReturnType<typeof startReceivers>>;
let bridge: Bridge;
let as: UserRecord;
let operator: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
let deliveries: string;
let handled: string;
let named = 0;
let numbers = 0;
/** The unit whose alarm came last. */
let latest = '';

beforeAll(async () => {
  await someDealers();
  receivers = await startReceivers({
    ports: { dc09: 0, webhook: 0 },
    behaviour: () => behaviour,
    sipBehaviour: () => sipBehaviour,
  });
  bridge = await aBridge(new MemoryPorts(), { commandSecret: await bridgeCommandSecret() });
  as = await aUser({ dealer: 220, flags: ['ADMIN'] });
  await contactStore.confirm(220, contact, Date.now());
  const setting = { SettingName: settingName('Emergency', 'Email'), SettingValue: contact };
  await ask(dealerSettings.addNotification, { ...setting, ContactMethod: 'Email', as });
  operator = await aUser({ dealer: 220, type: 4, flags: [] });
  [{ url: deliveries }, { url: handled }] = await Promise.all([aQueue(), aQueue()]);
  process.env.DELIVERY_QUEUE_URL = deliveries;
  process.env.HANDLED_QUEUE_URL = handled;
  stream = await aStreamReader();
});
afterAll(() => Promise.all([receivers.close(), bridge.close()]));
beforeEach(() => {
  behaviour = 'ACK';
});

const DC09 = () => ({ kind: 'dc09' as const, main: receivers.dc09Address, second: '', secret: RECEIVER_KEY });

/** A centre of dealer 220 alone, with this receiver. */
async function aCenter(receiver: Partial<ReceiverInput> | null = DC09()) {
  const { mcKey } = await ask(monitoringCenters.add, { name: `Delivery ${++named}`, protocol: 3, as });
  await ask(monitoringCenters.update, { mcKey, version: 1, status: 2, as });
  const given = await ask(monitoringCenters.ofDealer, { dealerKey: 220, as });
  const remove = given.centers.filter(({ own }) => own).map((one) => one.mcKey);
  await ask(monitoringCenters.addRemove, { dealerKey: 220, add: [mcKey], remove, as });
  if (receiver)
    await ask(monitoringCenters.setReceiver, { mcKey, version: 0, accountPrefix: '7', ...receiver, as } as never);
  return mcKey;
}

/** An event of a unit of dealer 220, reported just now. */
async function anAlarm(more: object = {}, ago = 0) {
  const MSISDN1 = `503555${String(6000 + ++numbers)}`;
  const unit = await aUnit({ dealer: 220, MSISDN1 });
  latest = unit.UnitSerNum;
  const at = instant(Date.now() - ago);
  const event = { timeStamp: at, receivedAt: at, sequence: 41, eventType: 'Event 101', zone: 3, awaitsHandling: true };
  await stream.next();
  await unitLogStore.recordEvent(unit.UnitSerNum, '1-41-09a7c3f2', { ...event, ...more });
  return { ...unit, MSISDN1, place: `${at}~1-41-09a7c3f2` };
}

/** Follows what has changed, and returns the messages for first rounds of the latest alarm. Messages that wait appear during other tests. */
async function started({ times = 1 } = {}): Promise<SQSRecord[]> {
  await follow(await stream.next(), { times });
  return (await takeAll(deliveries)).filter(
    (message) => bodyOf(message).round === 0 && bodyOf(message).UnitSerNum === latest,
  );
}

const work = async (message: SQSRecord) =>
  expect(await invoke('on-delivery', eventOf(message))).toEqual({ batchItemFailures: [] });
const bodyOf = ({ body }: SQSRecord) => JSON.parse(body) as { UnitSerNum: string; round: number };
const withRound = (message: SQSRecord, round: number): SQSRecord => ({
  ...message,
  body: JSON.stringify({ ...bodyOf(message), round }),
});
const gotOf = (UnitSerNum: string) => {
  const found = receivers.received.filter(({ account }) => account.endsWith(UnitSerNum));
  return found.map(({ sequence }) => sequence);
};
const shownOf = async (phoneNumber: string) => {
  const { events } = await ask(monitoringCenters.recentEvents, { phoneNumber, as: operator });
  return events.find(({ eventType }) => eventType === 'Event 101')?.deliveries;
};
const logOf = async (UnitSerNum: string) => {
  const range = { UnitSerNum, startDate: instant(Date.now() - DAY), endDate: instant(Date.now() + DAY), pageSize: 50 };
  return (await unitLogStore.events(range, Date.now())).items.map(({ eventType }) => eventType);
};

describe('an alarm of a unit whose dealer has a centre with a receiver', () => {
  it('is sent, shown with its try, and told to the unit as handled', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, MSISDN1, place } = await anAlarm();
    const end = await TestUnit.loggedIn(bridge, UnitSerNum, { UnitModel: 'MXD-LTE', bootId: 1 });
    await heldUnit(UnitSerNum, bridge.commandUrl);
    const [message, ...others] = await started();
    expect(others).toEqual([]);
    await work(message!);
    expect(gotOf(UnitSerNum)).toEqual([expect.any(Number)]);
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toMatchObject({ state: 'delivered' });
    expect(await shownOf(MSISDN1)).toEqual([
      {
        ...{ center: `Delivery ${named}`, state: 'delivered', deliveredAt: expect.any(String) },
        tries: [{ at: expect.any(String), place: 'main', ok: true, detail: 'ACK' }],
      },
    ]);
    await follow(await stream.next());
    expect(await logOf(UnitSerNum)).toContain('Alarm delivered');
    for (const told of await takeAll(handled))
      expect(await invoke('on-handled', eventOf(told))).toEqual({ batchItemFailures: [] });
    expect((await end.hears('handled')).message).toMatchObject({ handledBy: `Delivery ${named}` });
  });

  it('is one delivery, however often its change and its messages arrive', async () => {
    await aCenter();
    const { UnitSerNum } = await anAlarm();
    const messages = await started({ times: 3 });
    for (const message of messages) await work(message);
    for (const message of messages) await work(message);
    expect(gotOf(UnitSerNum)).toHaveLength(1);
    expect((await takeAll(deliveries)).filter(({ body }) => body.includes(UnitSerNum))).toEqual([]);
  });

  it('goes to the first address alone if that takes it', async () => {
    await aCenter({ ...DC09(), second: 'localhost:1' });
    const { UnitSerNum, MSISDN1 } = await anAlarm();
    for (const message of await started()) await work(message);
    expect(gotOf(UnitSerNum)).toHaveLength(1);
    const [delivery] = (await shownOf(MSISDN1))!;
    expect(delivery).toMatchObject({ state: 'delivered', tries: [{ place: 'main', ok: true }] });
    expect(delivery!.tries).toHaveLength(1);
  });

  it('tries the second address when the first one does not take it', async () => {
    await aCenter({ ...DC09(), main: 'localhost:1', second: receivers.dc09Address });
    const { UnitSerNum, MSISDN1 } = await anAlarm();
    for (const message of await started()) await work(message);
    expect(gotOf(UnitSerNum)).toHaveLength(1);
    const [delivery] = (await shownOf(MSISDN1))!;
    expect(delivery!.tries).toMatchObject([
      { place: 'main', ok: false, detail: 'The connection was refused' },
      { place: 'second', ok: true },
    ]);
  });

  it('is tried again with the same number, and people are told once after the fourth round', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm();
    const [message] = await started();
    behaviour = 'NAK';
    for (let round = 0; round < 5; round++) await work(withRound(message!, round));
    const delivery = await deliveryStore.get({ UnitSerNum, event: place, mcKey });
    expect(delivery).toMatchObject({ state: 'waiting', round: 5, unreachedAt: expect.any(String) });
    await follow(await stream.next(), { times: 2 });
    expect((await logOf(UnitSerNum)).filter((type) => type === 'Alarm not delivered')).toHaveLength(1);
    behaviour = 'ACK';
    await work(withRound(message!, 5));
    expect(new Set(gotOf(UnitSerNum)).size).toBe(1);
    expect(gotOf(UnitSerNum)).toHaveLength(6);
    await follow(await stream.next());
    expect(await logOf(UnitSerNum)).toContain('Alarm delivered');
  });

  it.each([
    ['Event 101', 1],
    ['Event 602', 0],
  ])('%s that is not taken is in the log, and %i people are told', async (eventType, told) => {
    await aCenter();
    const counted = vi.spyOn(tools, 'alarmNotDelivered');
    const { UnitSerNum } = await anAlarm({ eventType });
    const [message] = await started();
    const mailed = async () =>
      (await mailsTo(contact)).filter(({ text }) => text.includes(UnitSerNum) && text.includes('Call the centre now'));
    behaviour = 'NAK';
    for (let round = 0; round < 4; round++) await work(withRound(message!, round));
    await follow(await stream.next());
    expect(await logOf(UnitSerNum)).toContain('Alarm not delivered');
    expect(counted.mock.calls.filter(([alarm]) => alarm.UnitSerNum === UnitSerNum)).toHaveLength(told);
    expect(await mailed()).toHaveLength(told);
    counted.mockRestore();
  });

  it('goes on when its worker was killed before or after it stored a round', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm();
    const [message] = await started();
    behaviour = 'close';
    await work(message!);
    // The next message was lost with the worker; this one comes again and sends it.
    await work(message!);
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toMatchObject({ round: 1, state: 'waiting' });
    expect(gotOf(UnitSerNum)).toHaveLength(1);
    // Older messages do nothing.
    behaviour = 'ACK';
    await work(withRound(message!, 1));
    await work(message!);
    expect(gotOf(UnitSerNum)).toHaveLength(2);
  });

  it('goes on although its round is stored already, by a write without an answer or by a worker that was killed then', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm();
    const [message] = await started();
    behaviour = 'close';
    const { record } = deliveryStore;
    const storing = vi.spyOn(deliveryStore, 'record').mockImplementationOnce(async (...round) => {
      expect(await record(...round)).toBe(true);
      return record(...round);
    });
    await work(message!);
    storing.mockRestore();
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toMatchObject({ round: 1, state: 'waiting' });
    const isNext = (one: SQSRecord) => bodyOf(one).UnitSerNum === UnitSerNum && bodyOf(one).round === 1;
    await vi.waitFor(async () => expect((await takeAll(deliveries)).filter(isNext)).toHaveLength(1), 20_000);
  });

  it('has one next round when two workers have the same message at once', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm();
    const [message] = await started();
    behaviour = 'close';
    const { record } = deliveryStore;
    const bothAreDone = Promise.withResolvers<void>();
    let done = 0;
    const storing = vi.spyOn(deliveryStore, 'record').mockImplementation(async (...round) => {
      done += 1;
      if (done === 2) bothAreDone.resolve();
      await bothAreDone.promise;
      return record(...round);
    });
    onTestFinished(() => storing.mockRestore());
    // Both try in the same millisecond.
    const time = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    onTestFinished(() => time.mockRestore());
    const outcomes = await Promise.all([1, 2].map(() => invoke('on-delivery', eventOf(message!))));
    time.mockRestore();
    const failed = (outcomes as SQSBatchResponse[]).map(({ batchItemFailures }) => batchItemFailures.length);
    expect(failed.sort()).toEqual([0, 1]);
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toMatchObject({ round: 1 });
    const isNext = (one: SQSRecord) => bodyOf(one).UnitSerNum === UnitSerNum && bodyOf(one).round === 1;
    const next: SQSRecord[] = [];
    await vi.waitFor(async () => {
      next.push(...(await takeAll(deliveries)).filter(isNext));
      expect(next).not.toHaveLength(0);
    }, 20_000);
    next.push(...(await takeAll(deliveries)).filter(isNext));
    expect(next).toHaveLength(1);
  });

  it('is sent again with the same number when its worker is killed before it stores the acknowledgement', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm();
    const [message] = await started();
    await expectKilled('on-delivery', eventOf(message!), { killedAt: 1, operation: 'UpdateItem' });
    expect(gotOf(UnitSerNum)).toHaveLength(1);
    await work(message!);
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toMatchObject({ state: 'delivered' });
    expect(gotOf(UnitSerNum)).toHaveLength(2);
    expect(new Set(gotOf(UnitSerNum)).size).toBe(1);
  });

  it('is not sent again when its worker is killed after it stored the acknowledgement', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm();
    const [message] = await started();
    await expectKilled('on-delivery', eventOf(message!), { killedAt: 1, operation: 'UpdateItem', when: 'sent' });
    await work(message!);
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toMatchObject({ state: 'delivered' });
    expect(gotOf(UnitSerNum)).toHaveLength(1);
  });

  it('goes to the centre too if its unit had to keep it for days', async () => {
    await aCenter();
    const { UnitSerNum } = await anAlarm({ receivedAt: instant(Date.now()) }, 3 * DAY);
    for (const message of await started()) await work(message);
    expect(gotOf(UnitSerNum)).toHaveLength(1);
  });

  it('goes to a webhook too', async () => {
    await aCenter({ kind: 'webhook', main: receivers.webhookAddress, second: '', secret: RECEIVER_SECRET });
    const { UnitSerNum } = await anAlarm();
    for (const message of await started()) await work(message);
    expect(receivers.received.filter((one) => one.UnitSerNum === UnitSerNum)).toMatchObject([
      { type: 'alarm', contactId: '1101 01 003' },
    ]);
  });

  it('goes over SIP too, in a later round with the same reference, or to the second address', async () => {
    const second = 'sip:alarms@localhost:1;transport=tcp';
    await aCenter({ kind: 'sip', main: second, second: receivers.sipAddress, secret: RECEIVER_LOGIN });
    const { UnitSerNum, MSISDN1 } = await anAlarm();
    const [message] = await started();
    sipBehaviour = 'busy';
    await work(message!);
    sipBehaviour = 'message';
    await work(withRound(message!, 1));
    const [delivery] = (await shownOf(MSISDN1))!;
    expect(delivery).toMatchObject({
      state: 'delivered',
      tries: [
        { place: 'main', ok: false, detail: 'The connection was refused' },
        { place: 'second', ok: false, detail: 'The receiver answered 486' },
        { place: 'main', ok: false, detail: 'The connection was refused' },
        { place: 'second', ok: true, detail: 'Status number 0' },
      ],
    });
    const overSip = receivers.received.filter(({ protocol }) => protocol === 'sip');
    const [first, again, ...others] = overSip;
    expect(others).toEqual([]);
    expect(first!.account).toBe(accountOf('7', UnitSerNum));
    expect(first).toMatchObject({ protocol: 'sip', mty: 'ME', ite: 'Contact ID 1101 01 003' });
    expect(again!.ref).toBe(first!.ref);
  });

  it('fails if the receiver is removed meanwhile', async () => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm();
    const [message] = await started();
    await ask(monitoringCenters.removeReceiver, { mcKey, version: 1, as });
    await work(message!);
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toMatchObject({ state: 'failed', tries: [] });
  });
});

describe('an alarm that a person takes', () => {
  type PlacedAlarm = { UnitSerNum: string; place: string };
  const act = ({ UnitSerNum, place }: PlacedAlarm, version: number, action: 'take' | 'release' | 'close') => {
    const key = { UnitSerNum, timeStamp: place.split('~')[0]!, sequence: 41 };
    const change = { action, version, ...(action === 'close' && { closeCode: 3 as const }) };
    return ask(monitoringCenters.changeAlarm, { ...key, ...change, as: operator });
  };
  const taken = async (alarm: PlacedAlarm) => {
    await act(alarm, 0, 'take');
    const change = await stream.next();
    await act(alarm, 1, 'close');
    return [...change, ...(await stream.next())];
  };
  const toldTo = async (UnitSerNum: string) =>
    (await takeAll(handled)).filter(({ body }) => bodyOf({ body } as SQSRecord).UnitSerNum === UnitSerNum);

  it('is told to its unit as handled, once, without a name', async () => {
    await aCenter(null);
    const alarm = await anAlarm();
    expect(await started()).toEqual([]);
    const end = await TestUnit.loggedIn(bridge, alarm.UnitSerNum, { UnitModel: 'MXD-LTE', bootId: 1 });
    await heldUnit(alarm.UnitSerNum, bridge.commandUrl);
    const before = Date.now();
    await followLater(await taken(alarm));
    const [told, ...others] = await toldTo(alarm.UnitSerNum);
    expect(others).toEqual([]);
    expect(await invoke('on-handled', eventOf(told!))).toEqual({ batchItemFailures: [] });
    const { sequence, message } = await end.hears('handled');
    expect(sequence).toBe(41);
    expect(message).toEqual({ type: 'handled', handledAt: expect.any(Number) });
    expect((message as { handledAt: number }).handledAt).toBeGreaterThanOrEqual(before);
  });

  it('is told also if a centre has it, because the unit may have had no connection then', async () => {
    await aCenter();
    const alarm = await anAlarm();
    for (const message of await started()) await work(message);
    await follow(await stream.next());
    expect(await toldTo(alarm.UnitSerNum)).toHaveLength(1);
    await followLater(await taken(alarm));
    expect(await toldTo(alarm.UnitSerNum)).toHaveLength(1);
  });

  it('is told if the message names no holder, as one that waited during a deployment', async () => {
    const alarm = await anAlarm();
    await taken(alarm);
    const event = `${alarm.place.split('~')[0]}~41`;
    await handledByPerson.react({ UnitSerNum: alarm.UnitSerNum, event }, tools, Date.now());
    expect(await toldTo(alarm.UnitSerNum)).toHaveLength(1);
  });

  it('is not told if the unit does not wait', async () => {
    const silent = await anAlarm({ awaitsHandling: false });
    await followLater(await taken(silent));
    expect(await toldTo(silent.UnitSerNum)).toEqual([]);
  });

  it('is not told if the person releases it at once, but when somebody takes it again', async () => {
    const alarm = await anAlarm();
    await act(alarm, 0, 'take');
    const mistake = await stream.next();
    await act(alarm, 1, 'release');
    await followLater([...mistake, ...(await stream.next())]);
    expect(await toldTo(alarm.UnitSerNum)).toEqual([]);
    await act(alarm, 2, 'take');
    await followLater(await stream.next());
    expect(await toldTo(alarm.UnitSerNum)).toHaveLength(1);
  });

  it('is told for the second of two persons if the first releases it at once, when the second has had it for some seconds', async () => {
    const alarm = await anAlarm();
    await act(alarm, 0, 'take');
    const mistake = await stream.next();
    await act(alarm, 1, 'release');
    await act(alarm, 2, 'take');
    await followLater(mistake);
    expect(await toldTo(alarm.UnitSerNum)).toEqual([]);
    await followLater(await stream.next());
    expect(await toldTo(alarm.UnitSerNum)).toHaveLength(1);
  });

  it('is told if another person takes it over within the seconds', async () => {
    const alarm = await anAlarm();
    await act(alarm, 0, 'take');
    const first = await stream.next();
    const other = await aUser({ dealer: 220, type: 4, flags: [] });
    const key = { UnitSerNum: alarm.UnitSerNum, timeStamp: alarm.place.split('~')[0]!, sequence: 41 };
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'takeOver', version: 1, as: other });
    await followLater(first);
    expect(await toldTo(alarm.UnitSerNum)).toEqual([]);
    await followLater(await stream.next());
    expect(await toldTo(alarm.UnitSerNum)).toHaveLength(1);
  });

  it.each([
    ['a webhook', () => ({ kind: 'webhook' as const, main: receivers.webhookAddress, secret: RECEIVER_SECRET })],
    ['nobody', () => null],
  ])('is told again when the unit repeats it, also if its centre has no repetitions: %s', async (_, receiver) => {
    await aCenter(receiver());
    const alarm = await anAlarm({ eventType: 'Event 110' }, 20_000);
    const { UnitSerNum } = alarm;
    for (const message of await started()) await work(message);
    await follow(await stream.next());
    await takeAll(handled);
    const repeat = async (sequence: number) => {
      const at = instant(Date.now() - 1_000);
      const content = { timeStamp: at, receivedAt: at, sequence, eventType: 'Event 110 still present', zone: 3 };
      await unitLogStore.recordEvent(UnitSerNum, `1-${sequence}-09a7c3f2`, { ...content, awaitsHandling: true });
      await follow(await stream.next());
      return (await toldTo(UnitSerNum)).map(({ body }) => bodyOf({ body } as SQSRecord));
    };
    if (receiver() !== null) {
      expect(await repeat(42)).toMatchObject([{ sequence: 42, handledBy: `Delivery ${named}` }]);
      return;
    }
    expect(await repeat(42)).toEqual([]);
    await act(alarm, 0, 'take');
    const key = { UnitSerNum, event: `${alarm.place.split('~')[0]}~41` };
    expect(await repeat(43)).toEqual([]);
    await AlarmEntity.patch(key)
      .set({ heldAt: instant(Date.now() - 6_000) })
      .go();
    expect(await repeat(44)).toEqual([{ UnitSerNum, bootId: 1, sequence: 44, handledAt: expect.any(Number) }]);
  });

  it.each([
    ['a person', () => null],
    [
      'a centre without repetitions',
      () => ({ kind: 'webhook' as const, main: receivers.webhookAddress, secret: RECEIVER_SECRET }),
    ],
    ['a centre with repetitions', DC09],
  ])('is told with the repetitions that came before it was taken, by %s', async (_, receiver) => {
    await aCenter(receiver());
    const alarm = await anAlarm({ eventType: 'Event 110' }, 20_000);
    const { UnitSerNum } = alarm;
    const messages = await started();
    const repeat = async (sequence: number, ago: number, more: object = {}) => {
      const at = instant(Date.now() - ago);
      const content = { timeStamp: at, receivedAt: at, sequence, eventType: 'Event 110 still present', zone: 3 };
      const event = { ...content, awaitsHandling: true, ...more };
      await unitLogStore.recordEvent(UnitSerNum, `1-${sequence}-09a7c3f2`, event);
      const { length } = messages;
      messages.push(...(await started()));
      return messages.length - length;
    };
    const sent = await repeat(42, 15_000);
    expect(sent).toBe(receiver()?.kind === 'dc09' ? 1 : 0);
    await repeat(43, 14_000, { zone: 4 });
    await repeat(44, 13_000, { awaitsHandling: false });
    expect(await toldTo(UnitSerNum)).toEqual([]);
    for (const message of messages) await work(message);
    if (receiver() === null) await followLater(await taken(alarm));
    else await follow(await stream.next());
    const told = (await toldTo(UnitSerNum)).map(({ body }) => (JSON.parse(body!) as HandledMessage).sequence);
    // A centre with repetitions has taken the one of the other zone as well.
    expect(told.toSorted()).toEqual(receiver()?.kind === 'dc09' ? [41, 42, 43] : [41, 42]);
  });

  it('is told with its latest 50 repetitions', async () => {
    const { UnitSerNum } = await aUnit();
    const begin = Date.now() - 10 * MINUTE;
    const report = (sequence: number, eventType: string) => {
      const at = instant(begin + sequence * 1000);
      const content = { timeStamp: at, receivedAt: at, sequence, eventType, zone: 3, awaitsHandling: true };
      return { UnitSerNum, id: `1-${sequence}-09a7c3f2`, place: placeOf(at, `1-${sequence}-09a7c3f2`), content };
    };
    const alarm = report(1, 'Event 110');
    const repetitions = Array.from({ length: 60 }, (_, index) => report(index + 2, 'Event 110 still present'));
    for (const { id, content } of [alarm, ...repetitions]) await unitLogStore.recordEvent(UnitSerNum, id, content);
    const told: number[] = [];
    const send = async (_queue: string, message: object) => {
      told.push((message as HandledMessage).sequence);
    };
    await tellAllHandled(alarm, { at: instant(Date.now()) }, { send });
    expect(told.toSorted((one, other) => one - other)).toEqual([
      1,
      ...Array.from({ length: 50 }, (_, index) => index + 12),
    ]);
  });

  it.each(['Event 110 restored', 'Event 602'])('has no repetitions to look for if it is %s', async (eventType) => {
    const read = vi.spyOn(EventEntity.query, 'byUnit');
    onTestFinished(() => read.mockRestore());
    const { UnitSerNum } = await aUnit();
    const at = instant(Date.now());
    const content = { timeStamp: at, receivedAt: at, sequence: 1, eventType, awaitsHandling: true };
    const send = vi.fn(async () => {});
    await tellAllHandled({ UnitSerNum, place: placeOf(at, '1-1-09a7c3f2'), content }, { at }, { send });
    expect(send).toHaveBeenCalledOnce();
    expect(read).not.toHaveBeenCalled();
    await tellAllHandled(
      { UnitSerNum, place: placeOf(at, '1-2-09a7c3f2'), content: { ...content, eventType: 'Event 110' } },
      { at },
      { send },
    );
    expect(read).toHaveBeenCalledOnce();
  });

  it('waits some seconds before it is told', async () => {
    const alarm = await anAlarm();
    await follow(await taken(alarm));
    expect(await toldTo(alarm.UnitSerNum)).toEqual([]);
  });

  it('is not told if it came more than a day ago', async () => {
    const old = await anAlarm({}, DAY + MINUTE);
    await followLater(await taken(old));
    expect(await toldTo(old.UnitSerNum)).toEqual([]);
    const recent = await anAlarm({}, DAY - MINUTE);
    await followLater(await taken(recent));
    expect(await toldTo(recent.UnitSerNum)).toHaveLength(1);
  });
});

describe('the end of an alarm', () => {
  /** An alarm and its end, a second later, that follow nothing yet. */
  async function anAlarmAndItsEnd() {
    const mcKey = await aCenter();
    const alarm = await anAlarm({}, 2_000);
    const changes = { alarm: await stream.next() };
    const at = instant(Date.now() - 1_000);
    const content = { timeStamp: at, receivedAt: at, sequence: 42, eventType: 'Event 101 restored', zone: 3 };
    await unitLogStore.recordEvent(alarm.UnitSerNum, '1-42', content);
    const messageOf = (event: string) => ({ UnitSerNum: alarm.UnitSerNum, event, mcKey, round: 0 });
    return {
      ...{ mcKey, UnitSerNum: alarm.UnitSerNum, place: alarm.place, changes: { ...changes, end: await stream.next() } },
      ...{ ofAlarm: messageOf(alarm.place), ofEnd: messageOf(`${at}~1-42`) },
    };
  }
  const send = (message: object) => work({ ...anyMessage, body: JSON.stringify(message) });
  let anyMessage: SQSRecord;
  beforeAll(async () => {
    await aCenter();
    await anAlarm();
    [anyMessage] = (await started()) as [SQSRecord];
  });
  const typesOf = (UnitSerNum: string) =>
    receivers.received
      .filter(({ account }) => account.endsWith(UnitSerNum))
      .map(({ data }) => (String(data).includes('|3') ? 'end' : 'alarm'));

  it('waits while its alarm is tried again', async () => {
    const { UnitSerNum, changes, ofAlarm, ofEnd } = await anAlarmAndItsEnd();
    await follow([...changes.alarm, ...changes.end]);
    behaviour = 'NAK';
    await send(ofAlarm);
    behaviour = 'ACK';
    await send(ofEnd);
    expect(typesOf(UnitSerNum)).toEqual(['alarm']);
    await send({ ...ofAlarm, round: 1 });
    await send({ ...ofEnd, waits: 1 });
    expect(typesOf(UnitSerNum)).toEqual(['alarm', 'alarm', 'end']);
  });

  it('waits for its alarm if its reaction runs first, and everything comes twice', async () => {
    const { UnitSerNum, changes, ofAlarm, ofEnd } = await anAlarmAndItsEnd();
    await follow(changes.end, { times: 2 });
    // The reaction to the end has stored the delivery of the alarm, so that the end waits longer than for an unknown alarm.
    for (const waits of [0, 0, 7, 7]) await send({ ...ofEnd, waits });
    expect(typesOf(UnitSerNum)).toEqual([]);
    await send(ofAlarm);
    await follow(changes.alarm, { times: 2 });
    await send(ofAlarm);
    for (const waits of [1, 1, 2]) await send({ ...ofEnd, waits });
    expect(typesOf(UnitSerNum)).toEqual(['alarm', 'end']);
  });

  it('waits for its alarm if its reaction was killed after it stored the delivery of the alarm', async () => {
    const { UnitSerNum, mcKey, changes, ofAlarm, ofEnd } = await anAlarmAndItsEnd();
    const { messages } = await reactionsTo(changes.end);
    const [reaction] = messages.filter(({ body }) => body.includes('deliver an alarm'));
    await expectKilled('on-reaction', eventOf(reaction!), { killedAt: 2, operation: 'UpdateItem' });
    const stored = async ({ event }: { event: string }) =>
      (await deliveryStore.get({ UnitSerNum, event, mcKey })) !== undefined;
    expect(await Promise.all([stored(ofAlarm), stored(ofEnd)])).toEqual([true, false]);
    expect(await invoke('on-reaction', eventOf(reaction!))).toEqual({ batchItemFailures: [] });
    await send(ofEnd);
    await send(ofAlarm);
    await send({ ...ofEnd, waits: 1 });
    expect(typesOf(UnitSerNum)).toEqual(['alarm', 'end']);
  });

  it('is sent after five minutes if its alarm never comes, and again if the alarm comes after all', async () => {
    const { UnitSerNum, mcKey, changes, ofAlarm, ofEnd, place } = await anAlarmAndItsEnd();
    const alarm = await EventEntity.get({ UnitSerNum, place }).go();
    await EventEntity.delete({ UnitSerNum, place }).go();
    await follow(changes.end);
    for (let waits = 0; waits < 7; waits++) await send({ ...ofEnd, waits });
    expect(typesOf(UnitSerNum)).toEqual([]);
    await send({ ...ofEnd, waits: 7 });
    expect(typesOf(UnitSerNum)).toEqual(['end']);
    await EventEntity.put(alarm.data!).go();
    await follow(changes.alarm);
    await stream.next();
    await send(ofAlarm);
    await follow(await stream.next(), { times: 2 });
    const again = await deliveryStore.get({ UnitSerNum, event: ofEnd.event, mcKey });
    expect(again).toMatchObject({ state: 'waiting', round: 1 });
    for (let time = 0; time < 2; time++) await send({ ...ofEnd, round: 1 });
    expect(typesOf(UnitSerNum)).toEqual(['end', 'alarm', 'end']);
    await follow(await stream.next(), { times: 2 });
    expect(await deliveryStore.get({ UnitSerNum, event: ofEnd.event, mcKey })).toMatchObject({ state: 'delivered' });
  });

  it('is sent to a centre that has not got it, after the alarm came', async () => {
    const { UnitSerNum, mcKey, changes, ofAlarm, ofEnd } = await anAlarmAndItsEnd();
    await follow([...changes.alarm, ...changes.end]);
    await DeliveryEntity.patch({ UnitSerNum, event: ofEnd.event, mcKey }).set({ state: 'failed', round: 19 }).go();
    await send(ofAlarm);
    await follow(await stream.next(), { times: 2 });
    behaviour = 'NAK';
    await send({ ...ofEnd, round: 19 });
    behaviour = 'ACK';
    expect(await deliveryStore.get({ UnitSerNum, event: ofEnd.event, mcKey })).toMatchObject({ state: 'waiting' });
    await send({ ...ofEnd, round: 20 });
    expect(typesOf(UnitSerNum)).toEqual(['alarm', 'end', 'end']);
  });

  it('is sent again although the table gave no answer when that was stored', async () => {
    const { UnitSerNum, mcKey, changes, ofAlarm, ofEnd } = await anAlarmAndItsEnd();
    await follow([...changes.alarm, ...changes.end]);
    await DeliveryEntity.patch({ UnitSerNum, event: ofEnd.event, mcKey }).set({ state: 'failed', round: 19 }).go();
    await send(ofAlarm);
    const alarm = (await deliveryStore.get(ofAlarm))!;
    const isLost = loseAnswer('UpdateItemCommand');
    const next = await deliveryStore.reopenEnd(alarm, alarm.deliveredAt!);
    expect(isLost()).toBe(true);
    expect(next).toEqual({ ...ofEnd, round: 19 });
    expect(await deliveryStore.get(ofEnd)).toMatchObject({ state: 'waiting', round: 19 });
  });

  it('is not sent any more once a newer alarm goes to the centre', async () => {
    const { UnitSerNum, mcKey, changes, ofEnd } = await anAlarmAndItsEnd();
    await follow(changes.end);
    await send({ ...ofEnd, waits: 3 });
    const at = instant(Date.now());
    const newer = { timeStamp: at, receivedAt: at, sequence: 43, eventType: 'Event 101', zone: 3 };
    await unitLogStore.recordEvent(UnitSerNum, '1-43', newer);
    await follow(await stream.next());
    await send({ ...ofEnd, event: `${at}~1-43` });
    for (let time = 0; time < 2; time++) await send({ ...ofEnd, waits: 24 });
    expect(typesOf(UnitSerNum)).toEqual(['alarm']);
    expect(await deliveryStore.get({ UnitSerNum, event: ofEnd.event, mcKey })).toMatchObject({ state: 'overtaken' });
  });

  it('is not sent while an alarm of another type is open that went out with the same code', async () => {
    const { UnitSerNum, mcKey, changes, ofEnd } = await anAlarmAndItsEnd();
    await follow([...changes.alarm, ...changes.end]);
    await send({ ...ofEnd, event: ofEnd.event, waits: 24 });
    const report = async (sequence: number, eventType: string) => {
      const at = instant(Date.now() - 100 + sequence - 50);
      const content = { timeStamp: at, receivedAt: at, sequence, eventType, zone: 4 };
      await unitLogStore.recordEvent(UnitSerNum, `1-${sequence}`, content);
      await follow(await stream.next());
      const message = { UnitSerNum, event: `${at}~1-${sequence}`, mcKey, round: 0 };
      await send({ ...message, waits: 24 });
      return message;
    };
    await report(50, 'Event 110');
    await report(51, 'Event 119');
    const ofOther = await report(52, 'Event 119 restored');
    expect(await deliveryStore.get(ofOther)).toMatchObject({ state: 'overtaken' });
    const ofFire = await report(53, 'Event 110 restored');
    expect(await deliveryStore.get(ofFire)).toMatchObject({ state: 'delivered' });
  });

  it('that was not sent because of another alarm is sent after its alarm, if that comes when the other is over', async () => {
    const { UnitSerNum, mcKey, changes, ofAlarm, ofEnd } = await anAlarmAndItsEnd();
    await follow([...changes.alarm, ...changes.end]);
    await DeliveryEntity.patch({ UnitSerNum, event: ofEnd.event, mcKey }).set({ state: 'overtaken', round: 1 }).go();
    await send(ofAlarm);
    await follow(await stream.next(), { times: 2 });
    await send({ ...ofEnd, round: 1 });
    expect(typesOf(UnitSerNum)).toEqual(['alarm', 'end']);
  });

  it('is sent to a webhook while an alarm of another type is open that has the same code in DC-09', async () => {
    const webhook = { kind: 'webhook' as const, main: receivers.webhookAddress, second: '', secret: RECEIVER_SECRET };
    const mcKey = await aCenter(webhook);
    const { UnitSerNum, place } = await anAlarm({ eventType: 'Event 110' }, 3_000);
    await follow(await stream.next());
    await send({ UnitSerNum, event: place, mcKey, round: 0 });
    for (const [sequence, eventType] of [
      [42, 'Event 119'],
      [43, 'Event 119 restored'],
    ] as const) {
      const at = instant(Date.now() - 2_000 + sequence);
      const content = { timeStamp: at, receivedAt: at, sequence, eventType, zone: 3 };
      await unitLogStore.recordEvent(UnitSerNum, `1-${sequence}`, content);
      await follow(await stream.next());
      await send({ UnitSerNum, event: `${at}~1-${sequence}`, mcKey, round: 0 });
    }
    const got = receivers.received.filter(({ account }) => account.endsWith(UnitSerNum));
    expect(got.map(({ type, eventType }) => [type, eventType])).toEqual([
      ['alarm', 'Event 110'],
      ['alarm', 'Event 119'],
      ['restore', 'Event 119 restored'],
    ]);
  });

  it('opens no alarm, mails nobody and waits for its event, also if that is no alarm', async () => {
    const mcKey = await aCenter();
    const alarm = await anAlarm({ eventType: 'Event 302' }, 2_000);
    await follow(await stream.next());
    const at = instant(Date.now() - 1_000);
    const content = { timeStamp: at, receivedAt: at, sequence: 42, eventType: 'Event 302 restored', zone: 3 };
    await unitLogStore.recordEvent(alarm.UnitSerNum, '1-42', { ...content, awaitsHandling: true });
    await follow(await stream.next());
    const ofAlarm = { UnitSerNum: alarm.UnitSerNum, event: alarm.place, mcKey, round: 0 };
    const ofEnd = { ...ofAlarm, event: `${at}~1-42` };
    await send(ofEnd);
    expect(typesOf(alarm.UnitSerNum)).toEqual([]);
    await send(ofAlarm);
    await send(ofEnd);
    expect(typesOf(alarm.UnitSerNum)).toEqual(['alarm', 'end']);
  });

  it.each([
    ['DC-09', DC09, ['|6110 01 003', 1]],
    [
      'a webhook',
      () => ({ kind: 'webhook' as const, main: receivers.webhookAddress, second: '', secret: RECEIVER_SECRET }),
      ['', 0],
    ],
  ] as const)('is not the repetition that it is still present, over %s', async (_, receiver, [text, count]) => {
    await aCenter(receiver());
    const { UnitSerNum } = await anAlarm({ eventType: 'Event 110 still present' });
    for (const message of await started()) await work(message);
    const got = receivers.received.filter(({ account }) => account.endsWith(UnitSerNum));
    expect(got).toHaveLength(count);
    for (const { data } of got) expect(String(data)).toContain(text);
  });

  it('brings no repetition of its alarm to a webhook, also not one that waits', async () => {
    const webhook = { kind: 'webhook' as const, main: receivers.webhookAddress, second: '', secret: RECEIVER_SECRET };
    const mcKey = await aCenter(webhook);
    const { UnitSerNum, place } = await anAlarm({ eventType: 'Event 110' }, 3_000);
    const report = async (sequence: number, eventType: string, ago: number) => {
      const at = instant(Date.now() - ago);
      const content = { timeStamp: at, receivedAt: at, sequence, eventType, zone: 3, awaitsHandling: true };
      await unitLogStore.recordEvent(UnitSerNum, `1-${sequence}`, content);
      return { ofEvent: { UnitSerNum, event: `${at}~1-${sequence}`, mcKey }, content };
    };
    const repetition = await report(42, 'Event 110 still present', 2_000);
    const end = await report(43, 'Event 110 restored', 1_000);
    await follow(await stream.next());
    const stored = [{ UnitSerNum, event: place, mcKey }, repetition.ofEvent, end.ofEvent].map((one) =>
      deliveryStore.get(one),
    );
    expect((await Promise.all(stored)).map((one) => one?.state)).toEqual(['waiting', undefined, 'waiting']);
    // As if the centre had a receiver of DC-09 until a moment ago.
    await deliveryStore.open(repetition.ofEvent, 'A centre', repetition.content);
    await send({ ...repetition.ofEvent, round: 0 });
    expect(await deliveryStore.get(repetition.ofEvent)).toMatchObject({ state: 'overtaken', tries: [] });
    expect(receivers.received.filter(({ account }) => account.endsWith(UnitSerNum))).toEqual([]);
  });

  /** A newer alarm of the same type and zone, which the centre gets at once. */
  async function aNewerAlarm(UnitSerNum: string, mcKey: string) {
    const at = instant(Date.now());
    const newer = { timeStamp: at, receivedAt: at, sequence: 43, eventType: 'Event 101', zone: 3 };
    await unitLogStore.recordEvent(UnitSerNum, '1-43', newer);
    await follow(await stream.next());
    const message = { UnitSerNum, event: `${at}~1-43`, mcKey, round: 0 };
    await send(message);
    return message;
  }
  const queuedOf = async (UnitSerNum: string) =>
    (await takeAll(deliveries)).filter(({ body }) => body.includes(UnitSerNum)).map(bodyOf);

  it('is followed by a newer alarm once more that came while the end was sent', async () => {
    const { UnitSerNum, mcKey, changes, ofAlarm, ofEnd } = await anAlarmAndItsEnd();
    await follow([...changes.alarm, ...changes.end]);
    await send(ofAlarm);
    const { aroundEnd } = deliveryStore;
    let newer: object = {};
    const looks = vi.spyOn(deliveryStore, 'aroundEnd').mockImplementationOnce(async (end) => {
      const found = await aroundEnd.call(deliveryStore, end);
      newer = await aNewerAlarm(UnitSerNum, mcKey);
      await takeAll(deliveries);
      return found;
    });
    await send(ofEnd);
    looks.mockRestore();
    expect(typesOf(UnitSerNum)).toEqual(['alarm', 'alarm', 'end']);
    expect(await queuedOf(UnitSerNum)).toEqual([{ ...newer, round: 2 }]);
    await send({ ...newer, round: 2 });
    expect(typesOf(UnitSerNum)).toEqual(['alarm', 'alarm', 'end', 'alarm']);
    await send({ ...newer, round: 2 });
    expect(typesOf(UnitSerNum)).toHaveLength(4);
  });

  it('is followed by a newer alarm once more if its worker was killed, perhaps after it sent the end', async () => {
    const { UnitSerNum, mcKey, changes, ofEnd } = await anAlarmAndItsEnd();
    await follow(changes.end);
    const newer = await aNewerAlarm(UnitSerNum, mcKey);
    await takeAll(deliveries);
    const attributes = { ...anyMessage.attributes, ApproximateReceiveCount: '2' };
    await work({ ...anyMessage, attributes, body: JSON.stringify({ ...ofEnd, waits: 24 }) });
    expect(await queuedOf(UnitSerNum)).toEqual([{ ...newer, round: 2 }]);
    expect(await deliveryStore.get({ UnitSerNum, event: ofEnd.event, mcKey })).toMatchObject({ state: 'overtaken' });
  });

  it.each([
    ['of more than a quarter of an hour ago, when the centre was not active', 16 * MINUTE, {}],
    [
      'from before its unit moved here',
      2_000,
      { formerDealers: [{ DealerKey: 49, until: instant(Date.now() + HOUR) }] },
    ],
  ])('brings the centre no alarm %s', async (_, ago, ofUnit) => {
    const mcKey = await aCenter();
    const { UnitSerNum, place } = await anAlarm({}, ago);
    await stream.next();
    await UnitEntity.patch({ UnitSerNum }).set(ofUnit).go();
    const at = instant(Date.now());
    const content = { timeStamp: at, receivedAt: at, sequence: 42, eventType: 'Event 101 restored', zone: 3 };
    await unitLogStore.recordEvent(UnitSerNum, '1-42', content);
    await follow(await stream.next());
    expect(await deliveryStore.get({ UnitSerNum, event: `${at}~1-42`, mcKey })).toMatchObject({ state: 'waiting' });
    expect(await deliveryStore.get({ UnitSerNum, event: place, mcKey })).toBeUndefined();
  });

  it('is sent after 90 minutes if the delivery of its alarm is stuck', async () => {
    const { UnitSerNum, changes, ofEnd } = await anAlarmAndItsEnd();
    await follow([...changes.alarm, ...changes.end]);
    await send({ ...ofEnd, waits: 23 });
    expect(typesOf(UnitSerNum)).toEqual([]);
    await send({ ...ofEnd, waits: 24 });
    expect(typesOf(UnitSerNum)).toEqual(['end']);
  });

  it('does not wait for an alarm of another zone', async () => {
    const { UnitSerNum, changes, ofEnd } = await anAlarmAndItsEnd();
    await follow(changes.alarm);
    const at = instant(Date.now());
    const content = { timeStamp: at, receivedAt: at, sequence: 43, eventType: 'Event 101 restored', zone: 4 };
    await unitLogStore.recordEvent(UnitSerNum, '1-43', content);
    await follow(await stream.next());
    await send({ ...ofEnd, event: `${at}~1-43`, waits: 7 });
    expect(typesOf(UnitSerNum)).toEqual(['end']);
  });
});

describe('nothing is sent', () => {
  it.each([
    ['of a test', { test: true }, 0],
    ['of another event', { eventType: 'Event 302', awaitsHandling: false }, 0],
    ['of an alarm that the portal has had for more than a day', {}, 2 * DAY],
  ])('%s', async (_, more, ago) => {
    await aCenter();
    await anAlarm(more, ago);
    expect(await started()).toEqual([]);
  });

  it('to a centre without a receiver, or that is suspended', async () => {
    await aCenter(null);
    await anAlarm();
    const mcKey = await aCenter();
    const { items } = await ask(monitoringCenters.list, { pageSize: 1000, as });
    const { version } = items.find((one) => one.mcKey === mcKey)!;
    await ask(monitoringCenters.update, { mcKey, version, status: 3, as });
    expect(await started()).toEqual([]);
  });
});
