import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { finishedOccurrence } from '#core/bulk-actions/occurrence.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { type Reason, settingName } from '#core/dealer-settings/notification-settings.ts';
import { FIRST_DETAILS, type ShippingLocation, type StoredItem } from '#core/orders/order.ts';
import type { Shipment } from '#core/orders/shipment.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { NotificationEntity } from '#data/dealer-settings/notifications.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { newId } from '#data/kit/id.ts';
import { OrderEntity } from '#data/orders/entities.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf } from '#support/queue.ts';
import { follow as followChanges } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { scopeOf } from '#support/world.ts';

const sender = process.env.MAIL_SENDER;
let admin: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;

beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
  process.env.REMINDER_QUEUE_URL = (await aQueue()).url;
  process.env.BULK_ACTION_QUEUE_URL = (await aQueue()).url;
  stream = await aStreamReader();
});

/** A contact whom dealer 220 notifies for one reason only. */
async function toldOf(reason: Reason): Promise<string> {
  const address = `${randomUUID()}@oregon.example`;
  const setting = { SettingName: settingName(reason, 'Email'), SettingValue: address, ContactMethod: 'Email' as const };
  const { NotificationSettings } = await ask(dealerSettings.get, { as: admin });
  for (const { SettingName } of NotificationSettings)
    await ask(dealerSettings.deleteNotification, { SettingName, as: admin });
  await contactStore.confirm(220, address, Date.now());
  await ask(dealerSettings.addNotification, { ...setting, as: admin });
  await stream.next();
  return address;
}

/** Follows the table changes, `times` times. */
const follow = async (options?: { times: number }) => followChanges(await stream.next(), options);

/** A unit that has not pinged yet. */
const aUnitOf = (dealer: number, unit: Partial<UnitRecord> = {}) =>
  aUnit({ dealer, UnitModel: 'MXD-LTE', lastPing: undefined, lastPingAt: undefined, ...unit });
const ping = (at: number, { lowpower = false, acPower = true } = {}) => ({
  timeStamp: instant(at),
  receivedAt: instant(at),
  sequence: 1,
  pingReason: 'Scheduled',
  lowpower,
  acPower,
});
const now = () => Date.now();
/** The ids of the unit's occurrences that have a notification. */
const occurrencesOf = async (UnitSerNum: string) =>
  (await NotificationEntity.scan.go({ pages: 'all' })).data
    .map(({ notificationId }) => notificationId)
    .filter((id) => id.includes(`:${UnitSerNum}:`));
let sequence = 1;
const tellPing = (unit: UnitRecord, at: number, facts = {}) =>
  unitLogStore.recordPing(unit.UnitSerNum, `9-${sequence++}`, ping(at, facts));

describe('a dealer gets a notification', () => {
  it('when a battery becomes low, and not again with each ping', async () => {
    const to = await toldOf('Low Battery');
    const unit = await aUnitOf(220);
    await tellPing(unit, now() + 1_000);
    await tellPing(unit, now() + 2_000, { lowpower: true });
    await tellPing(unit, now() + 3_000, { lowpower: true });
    await follow();
    expect(await mailsTo(to)).toMatchObject([{ to: [to], subject: `Low Battery: unit ${unit.UnitSerNum}` }]);
  });

  it('when power is lost', async () => {
    const to = await toldOf('Power Lost');
    const unit = await aUnitOf(220);
    await tellPing(unit, now() + 1_000);
    await tellPing(unit, now() + 2_000, { acPower: false });
    await follow();
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('when an alarm arrives, but not for a test, its end or an alarm that came days ago', async () => {
    const to = await toldOf('Emergency');
    const { UnitSerNum } = await aUnitOf(220);
    const event = (eventType: string, at = now(), test?: boolean) =>
      unitLogStore.recordEvent(UnitSerNum, `9-${sequence++}`, {
        timeStamp: instant(at),
        receivedAt: instant(at),
        sequence: 1,
        eventType,
        ...(test && { test }),
      });
    await event('Event 101 restored');
    await event('Event 101', now(), true);
    await event('Event 302');
    await event('Event 101', now() - 2 * DAY);
    await follow();
    expect(await mailsTo(to)).toEqual([]);
    await event('Event 101');
    await follow();
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('when a unit reports an alarm of days without a connection, and hears that it is late', async () => {
    const to = await toldOf('Emergency');
    const { UnitSerNum } = await aUnitOf(220);
    const [timeStamp, receivedAt] = [instant(now() - 2 * DAY), instant(now())];
    const alarm = { timeStamp, receivedAt, sequence: 1, eventType: 'Event 101' };
    await unitLogStore.recordEvent(UnitSerNum, `9-${sequence++}`, alarm);
    await follow();
    const [mail] = await mailsTo(to);
    expect(mail?.text).toContain(
      `an alarm (Event 101) was raised at ${timeStamp}. The unit had no connection and reported it at ${receivedAt}.`,
    );
  });

  it('when an order was submitted, and for each shipment of it', async () => {
    const to = { submitted: await toldOf('Order Submitted'), shipped: '' };
    const orderKey = newId(now());
    const order = {
      ...{ orderKey, OrderNumber: 8001, DealerKey: 220, dealerPath: '/1/22/220/', version: 1, details: FIRST_DETAILS },
      items: [{ orderItemQuantity: 2 } as StoredItem],
      shippingLocation: {} as ShippingLocation,
      ...{ submittedAt: instant(now()), submittedBy: 'Olive' },
    };
    const shipment = (place: number): Shipment => ({
      ...{ shipmentKey: newId(now()), shipper: 'UPS', trackingNumber: `1Z${place}`, shippedOn: '2026-11-21' },
      ...{ recordedAt: instant(now()), recordedBy: 'Pia' },
      places: [{ orderItem: 1, ranges: [{ from: place, to: place }] }],
    });
    await OrderEntity.put(order).go();
    await follow({ times: 2 });
    expect(await mailsTo(to.submitted)).toMatchObject([{ subject: 'Order Submitted: order 8001' }]);
    to.shipped = await toldOf('Order Shipped');
    const shipments = [shipment(1), shipment(2)];
    await OrderEntity.patch({ orderKey })
      .set({ shipments: [shipments[0]!] })
      .go();
    await OrderEntity.patch({ orderKey }).set({ shipments }).go();
    await OrderEntity.patch({ orderKey })
      .set({ shipments: [{ ...shipments[0]!, shipper: 'DHL' }, shipments[1]!] })
      .go();
    await follow({ times: 2 });
    const mails = await mailsTo(to.shipped);
    expect(mails.map(({ text }) => /The tracking number is (\w+)\./.exec(text)?.[1]).sort()).toEqual(['1Z1', '1Z2']);
    expect(await mailsTo(to.submitted)).toHaveLength(1);
  });

  it('when a unit falls silent and when it is heard again, but not for an overdue ping', async () => {
    const to = await toldOf('Unit Not Reporting');
    const { UnitSerNum } = await aUnitOf(220);
    for (const eventType of ['Ping overdue', 'Unit silent', 'Unit heard again', 'Overdue ping came'])
      await unitLogStore.recordEvent(UnitSerNum, `contact-${sequence++}`, {
        ...{ timeStamp: instant(now()), receivedAt: instant(now()), sequence: 0, eventType, detail: 'So long.' },
      });
    await follow({ times: 2 });
    const texts = (await mailsTo(to)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('it has missed two pings'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('it was silent and is heard again'))).toHaveLength(1);
    expect(texts).toHaveLength(2);
  });

  it('when another device uses the identity of a unit', async () => {
    const to = await toldOf('Connection Taken Over');
    const { UnitSerNum } = await aUnitOf(220);
    await unitLogStore.recordEventOnce(UnitSerNum, 'taken-over-1', {
      timeStamp: instant(now()),
      receivedAt: instant(now()),
      sequence: 1,
      eventType: 'Connection taken over',
    });
    await follow({ times: 2 });
    expect(await mailsTo(to)).toMatchObject([
      {
        subject: `Connection Taken Over: unit ${UnitSerNum}`,
        text: expect.stringContaining('another device uses its identity'),
      },
    ]);
  });

  it('when the login of a unit is refused for a wrong proof, and not for none', async () => {
    const to = await toldOf('Login Refused');
    const { UnitSerNum } = await aUnitOf(220);
    const refused = (hour: number, eventType = 'Login refused') =>
      unitLogStore.recordEventOnce(UnitSerNum, `${eventType}-${hour}`, {
        timeStamp: instant(now()),
        receivedAt: instant(now()),
        sequence: 0,
        eventType,
        detail: 'The login had a proof with another secret.',
      });
    await refused(1, 'Login without proof');
    for (const hour of [1, 1, 1]) await refused(hour);
    await follow({ times: 2 });
    expect(await mailsTo(to)).toMatchObject([
      {
        subject: `Login Refused: unit ${UnitSerNum}`,
        text: expect.stringContaining('a proof with another secret'),
      },
    ]);
    await refused(2);
    await follow();
    expect(await mailsTo(to), 'the next is merged').toHaveLength(1);
  });

  it('when a unit fails to download', async () => {
    const to = await toldOf('Failed to Download');
    const { UnitSerNum } = await aUnitOf(220);
    const report = (stage: string) =>
      protocolLogStore.record({
        id: randomUUID(),
        receivedAt: now(),
        UnitSerNum,
        kind: 'report',
        messageType: 'download',
        raw: '',
        content: { type: 'download', MessageType: 'FIRMVER', stage },
      });
    await report('done');
    await report('failed');
    await follow();
    expect(await mailsTo(to)).toMatchObject([{ text: expect.stringContaining('FIRMVER') }]);
  });

  it('when the state of a SIM changes', async () => {
    const to = await toldOf('SIM State Changed');
    const unit = await aUnitOf(220, { ICCID1State: 14 });
    await unitChangeStore.correctSimState(SYSTEM, unit, 1, 15, now());
    await follow();
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('each time when the state of a SIM changes, and once when the same change is noticed again', async () => {
    await toldOf('SIM State Changed');
    const unit = await aUnitOf(220, { ICCID1State: 14 });
    const states = [15, 14, 15];
    for (const [index, state] of states.entries())
      await unitChangeStore.correctSimState(SYSTEM, { ...unit, ICCID1State: [14, ...states][index]! }, 1, state, now());
    await follow({ times: 3 });
    expect((await occurrencesOf(unit.UnitSerNum)).filter((id) => id.startsWith('SIM State Changed'))).toHaveLength(3);
  });

  it('when a reminder is missed', async () => {
    const to = await toldOf('Reminder Missed');
    const unit = await aUnitOf(220);
    const reminder = {
      UnitSerNum: unit.UnitSerNum,
      Message: 'TestUnit' as const,
      MessageTime: instant(now() + DAY),
      timeZone: 'America/Denver',
      state: 'scheduled' as const,
      createdBy: 'x',
    };
    await reminderStore.put(scopeOf(admin), unit, reminder, { replace: false }, now());
    await stream.next();
    await reminderOutcomeStore.settle(reminder, 'missed', Date.now());
    await follow();
    expect(await mailsTo(to)).toHaveLength(1);
  });
});

describe('a notification', () => {
  it('is one mail, however often its occurrence or its message arrives', async () => {
    const to = await toldOf('Low Battery');
    const unit = await aUnitOf(220);
    await tellPing(unit, now() + 1_000, { lowpower: true });
    await follow({ times: 3 });
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('of two senders at once is one mail', async () => {
    const { to, message } = await aFinishedBulkAction();
    await Promise.all([1, 2, 3].map(() => invoke('on-reaction', eventOf(message))));
    expect(await invoke('on-reaction', eventOf(message))).toEqual({ batchItemFailures: [] });
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('of a sender that died is sent by the next one after the lock expires', async () => {
    const { to, message, notificationId } = await aFinishedBulkAction();
    const start = now();
    setClock(start);
    process.env.MAIL_SENDER = 'no address';
    await invoke('on-reaction', eventOf(message));
    process.env.MAIL_SENDER = sender;
    // The state that a sender left that died.
    await NotificationEntity.patch({ notificationId })
      .set({ state: 'sending', heldUntil: start + 60_000 })
      .go();
    expect(await invoke('on-reaction', eventOf(message))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(await mailsTo(to)).toEqual([]);
    setClock(start + 61_000);
    expect(await invoke('on-reaction', eventOf(message))).toEqual({ batchItemFailures: [] });
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it('that the mail service refuses is sent when its message arrives again', async () => {
    const { to, message } = await aFinishedBulkAction();
    process.env.MAIL_SENDER = 'no address';
    expect(await invoke('on-reaction', eventOf(message))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    process.env.MAIL_SENDER = sender;
    expect(await invoke('on-reaction', eventOf(message))).toEqual({ batchItemFailures: [] });
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it("is sent to the unit's own dealer only", async () => {
    const to = await toldOf('Low Battery');
    for (const dealer of [22, 49, 2201]) await tellPing(await aUnitOf(dealer), now() + 1_000, { lowpower: true });
    await follow();
    expect(await mailsTo(to)).toEqual([]);
  });

  it('is not sent for a reason without a setting', async () => {
    const to = await toldOf('Order Shipped');
    await tellPing(await aUnitOf(220), now() + 1_000, { lowpower: true });
    await follow();
    expect(await mailsTo(to)).toEqual([]);
  });

  it('contains no header from typed text', async () => {
    const eve = `${randomUUID()}@eve.example`;
    const { to, message } = await aFinishedBulkAction({ subject: `S\r\nBcc: ${eve}` });
    await invoke('on-reaction', eventOf(message));
    expect([...(await mailsTo(to)), ...(await mailsTo(eve))]).toEqual([]);
  });
});

/** The message of a reaction that notifies about a finished bulk action. */
async function aFinishedBulkAction(facts = {}) {
  const to = await toldOf('Bulk Action Finished');
  const occurrence = finishedOccurrence({
    action: 'reporting',
    bchKey: randomUUID(),
    attempt: 1,
    dealerKey: 220,
    done: 1,
    failed: 0,
    total: 1,
  });
  const body = JSON.stringify({
    reaction: 'notify of a finished bulk action',
    message: { ...occurrence, ...facts },
  });
  const message = { messageId: '1', body, messageAttributes: {} } as never;
  return { to, message, notificationId: occurrence.id };
}
