import type { SQSRecord } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UnitEvent } from '#core/history/ping.ts';
import { HELD_WORK } from '#core/interlock/held-back.ts';
import { sims } from '#core/sims/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UpMessage } from '#core/unit-messages/messages.ts';
import type { UnitStart } from '#core/unit-messages/session.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { holdOf } from '#data/interlock/safety-facts.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { scopeOf } from '#support/world.ts';
import { servedCarriers } from '../sims/served-carriers.ts';

const [USED, SPARE, LINE] = [iccidOf(0, 7101), iccidOf(0, 7102), iccidOf(0, 7103)] as const;
const { controlCenter } = await servedCarriers({
  controlCenter: [USED, SPARE, LINE].map((iccid) => simFor(iccid, { status: 'ACTIVATED' })),
  thingSpace: [],
});

let as: UserRecord;
let unit: UnitRecord;
let sequence = 0;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'UNIT_EDIT'] });
  unit = await aUnit({
    ...{ dealer: 220, activeSimSlot: 0, ICCID1: USED, ICCID1State: 14, ActiveICCID: USED, ActiveState: 14 },
    ...{ ICCID2: SPARE, ICCID2State: 14 },
  });
});

type More = Pick<UnitEvent, 'eventType' | 'awaitsHandling'> & { receivedAt?: string };
async function alarm(ago: number, more: More = { eventType: 'Event 101' }) {
  sequence += 1;
  const at = instant(Date.now() - ago);
  const event = { timeStamp: at, receivedAt: at, sequence, ...more };
  await recordAlarm(unit.UnitSerNum, `1-${sequence}`, event, { once: false }, Date.now());
  return { UnitSerNum: unit.UnitSerNum, event: `${at}~${sequence}` };
}
const closeAll = async () => {
  const { data } = await AlarmEntity.query.alarm({ UnitSerNum: unit.UnitSerNum }).go();
  for (const { UnitSerNum, event } of data)
    await AlarmEntity.patch({ UnitSerNum, event })
      .set({ closedAt: instant(Date.now()) })
      .go();
};
const acknowledged = ['inoperable', 'activationFee', 'callerId'] as const;
const switchOff = (slot: 1 | 2, iccid: string) =>
  call(sims.changeState, { UnitSerNum: unit.UnitSerNum, slot, iccid, state: 15, acknowledged: [...acknowledged], as });

describe('while an alarm of the unit is open', () => {
  it('its line is not taken away, and the carrier is not asked; its other SIM may be switched off', async () => {
    await alarm(2 * HOUR);
    expect(await switchOff(1, USED)).toMatchObject({
      status: 409,
      body: {
        message: 'An alarm of the unit is open. What takes it out of reach has to wait: it may be needed for help',
      },
    });
    expect(controlCenter.sim(USED)?.status).toBe('ACTIVATED');
    expect((await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data).toMatchObject({ ICCID1State: 14 });
    expect((await switchOff(2, SPARE)).status).toBe(200);
  });

  it('it is not restarted by a text message, but may be asked to connect', async () => {
    const text = (textMessage: string) =>
      call(sims.smsMessage, { UnitSerNum: unit.UnitSerNum, UnitModel: unit.UnitModel, textMessage, as });
    expect(await text('Reboot')).toMatchObject({ status: 409 });
    expect((await text('DoPing')).status).toBe(200);
  });

  it('when it is closed, the line may be taken after 15 minutes', async () => {
    await closeAll();
    await alarm(14 * MINUTE);
    await closeAll();
    expect((await switchOff(1, USED)).body.message).toMatch(/^The unit raised an alarm less than 15 minutes ago\. /);
    const now = Date.now() + 2 * MINUTE;
    expect(await holdOf('change of line', unit.UnitSerNum, now)).toBeUndefined();
  });
});

it('an alarm that the unit had to keep holds back for 15 minutes from its receipt', async () => {
  await closeAll();
  const now = Date.now();
  await alarm(2 * HOUR, { eventType: 'Event 101', receivedAt: instant(now) });
  await closeAll();
  const later = (minutes: number) => holdOf('change of line', unit.UnitSerNum, now + minutes * MINUTE);
  expect(await later(14)).toMatchObject({ until: now + 15 * MINUTE });
  expect(await later(16)).toBeUndefined();
});

it.each(['Event 30', 'Event 302'])('an open %s that awaits an operator holds nothing back', async (eventType) => {
  await closeAll();
  const now = Date.now() + HOUR;
  const key = await alarm(0, { eventType, awaitsHandling: true });
  expect((await AlarmEntity.get(key).go()).data).toMatchObject({ listing: { eventType } });
  for (const work of ['update', 'change of line', 'takeover'] as const)
    expect(await holdOf(work, unit.UnitSerNum, now)).toBeUndefined();
});

describe('an alarm that the unit sends late', () => {
  const late = async (receivedAgo: number) => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const [timeStamp, receivedAt] = [3 * DAY, receivedAgo].map((ago) => instant(Date.now() - ago)) as [string, string];
    const event = { timeStamp, receivedAt, sequence: 1, eventType: 'Event 101' };
    await recordAlarm(UnitSerNum, '1-1', event, { once: false }, Date.now());
    return UnitSerNum;
  };

  it('counts from its receipt', async () => {
    const UnitSerNum = await late(0);
    expect(await holdOf('takeover', UnitSerNum, Date.now())).toEqual({ reason: 'An alarm of the unit is open' });
    expect(await holdOf('takeover', await late(25 * HOUR), Date.now())).toBeUndefined();
  });
});

it('an update that waits for power says so; other messages do not', async () => {
  const lastPing = { lastPingTime: instant(Date.now()), pingReason: 'Scheduled' as const, chargedPercent: 40 };
  const { UnitSerNum } = await aUnit({ dealer: 220, lastPing });
  const stored = (await UnitEntity.get({ UnitSerNum }).go()).data!;
  for (const MessageType of ['FIRMVER', 'RF'] as const)
    await queueMessage(scopeOf(as), stored, { MessageType, content: {} }, Date.now());
  const { messages } = await ask(unitConfiguration.syncQueue, { UnitSerNum, as });
  expect(messages.map(({ MessageType, heldBack }) => [MessageType, heldBack]).sort()).toEqual([
    ['FIRMVER', 'The unit needs mains power or 50 % of charge'],
    ['RF', undefined],
  ]);
});

it('an update that waits says why it is held back; other messages do not', async () => {
  const stored = (await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data!;
  for (const MessageType of ['FIRMVER', 'RF'] as const)
    await queueMessage(scopeOf(as), stored, { MessageType, content: {} }, Date.now());
  const queued = async () => {
    const { messages } = await ask(unitConfiguration.syncQueue, { UnitSerNum: unit.UnitSerNum, as });
    return messages.map(({ MessageType, heldBack }) => [MessageType, heldBack]).sort();
  };
  await alarm(0);
  expect(await queued()).toEqual([
    ['FIRMVER', 'An alarm of the unit is open'],
    ['RF', undefined],
  ]);
});

describe('while the unit is in a call, without an alarm', () => {
  let called: UnitRecord;
  const CHARGED = { lastPingTime: instant(Date.now()), pingReason: 'Scheduled', acPower: true };
  /** Stores a report as the bridge hands it over. */
  const reported = async (report: object, at: number) => {
    const ports = new MemoryPorts();
    const bridge = await aBridge(ports);
    const { UnitSerNum } = called;
    const connected = await TestUnit.loggedIn(bridge, UnitSerNum, { bootId: sequence++ });
    await connected.isAcknowledged(connected.say({ MessageTime: at, ...report } as UpMessage));
    await bridge.close();
    const records = ports.ingest
      .of('report')
      .map((message) => ({ messageId: 'm', body: JSON.stringify(message), messageAttributes: {} }));
    expect(records).toHaveLength(1);
    expect(await invoke('on-unit-report', eventOf(...(records as SQSRecord[])))).toEqual({ batchItemFailures: [] });
  };
  const callStarted = { type: 'callStarted', direction: 'incoming' };
  const callEnded = (startedAt: number) => ({
    ...{ type: 'call', direction: 'incoming', outcome: 'answered', startedAt, durationSeconds: 9 },
  });
  const status = (callState: string) => ({
    ...{ type: 'status', mode: 'Ready', voiceMode: false, recordMode: false, callState, speakerVol: 5, micVol: 5 },
  });
  const reasons = () =>
    Promise.all(HELD_WORK.map(async (work) => (await holdOf(work, called.UnitSerNum, Date.now()))?.reason));
  const allHeld = HELD_WORK.map(() => 'The unit is in a call');
  const noneHeld = HELD_WORK.map(() => undefined);

  it.each([
    ['callStarted', 'call'],
    ['the status of a call', 'the status idle'],
  ])('it keeps everything from %s to %s', async (start, end) => {
    called = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', lastPing: CHARGED });
    const at = Date.now() - MINUTE;
    await reported(start === 'callStarted' ? callStarted : status('ringing'), at);
    expect(await reasons()).toEqual(allHeld);
    await reported(end === 'call' ? callEnded(at) : status('idle'), at + 1000);
    expect(await reasons()).toEqual(noneHeld);
  });

  it('reports that come twice or late change nothing', async () => {
    called = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', lastPing: CHARGED });
    const at = Date.now() - 10 * MINUTE;
    await reported(callEnded(at), at + MINUTE);
    await reported(callStarted, at);
    expect(await reasons()).toEqual(noneHeld);
    await reported(callStarted, at + 2 * MINUTE);
    await reported(callStarted, at);
    await reported(callEnded(at), at + MINUTE);
    expect(await reasons()).toEqual(allHeld);
  });

  it('it keeps nothing once it has lost its power in the call and is switched on again', async () => {
    called = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', lastPing: CHARGED });
    const at = Date.now() - MINUTE;
    await reported(callStarted, at);
    await reported({ type: 'lifecycle', kind: 'Power On' }, at + 1000);
    expect(await reasons()).toEqual(noneHeld);
    await reported(callStarted, at + 2000);
    expect(await reasons()).toEqual(allHeld);
  });

  it('it keeps nothing after the login of a later boot; a login of the same boot changes nothing', async () => {
    called = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', lastPing: CHARGED });
    await reported(callStarted, Date.now() - MINUTE);
    const bootId = sequence - 1;
    const logsIn = (start: UnitStart) =>
      unitConnectionStore.claim(called.UnitSerNum, { bridgeId: 'b1', ...start }, Date.now());
    await logsIn({ bootId, lastSequence: 9 });
    expect(await reasons()).toEqual(allHeld);
    await logsIn({ bootId: bootId + 1, lastSequence: 0 });
    expect(await reasons()).toEqual(noneHeld);
  });

  it('its line and its restart are refused with the reason', async () => {
    called = await aUnit({
      ...{ dealer: 220, activeSimSlot: 0, ICCID1: LINE, ICCID1State: 14, ActiveICCID: LINE, ActiveState: 14 },
    });
    const { UnitSerNum, UnitModel } = called;
    await reported(callStarted, Date.now());
    const refused = {
      status: 409,
      body: { message: 'The unit is in a call. What takes it out of reach has to wait: it may be needed for help' },
    };
    const change = { UnitSerNum, slot: 1 as const, iccid: LINE, state: 15 as const, acknowledged: [...acknowledged] };
    expect(await call(sims.changeState, { ...change, as })).toMatchObject(refused);
    expect(controlCenter.sim(LINE)?.status).toBe('ACTIVATED');
    expect(await call(sims.smsMessage, { UnitSerNum, UnitModel, textMessage: 'Reboot', as })).toMatchObject(refused);
  });

  it('an update that waits says why', async () => {
    called = await aUnit({ dealer: 220 });
    const stored = (await UnitEntity.get({ UnitSerNum: called.UnitSerNum }).go()).data!;
    await queueMessage(scopeOf(as), stored, { MessageType: 'SPEECH', content: {} }, Date.now());
    await reported(callStarted, Date.now());
    const { messages } = await ask(unitConfiguration.syncQueue, { UnitSerNum: called.UnitSerNum, as });
    expect(messages.map(({ heldBack }) => heldBack)).toEqual(['The unit is in a call']);
  });
});
