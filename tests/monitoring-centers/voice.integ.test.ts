import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { consoleCommands } from '#core/consoles/commands.ts';
import { consoles } from '#core/consoles/contract.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';
import { consoleTopic, type ServerMessage } from '#core/live/messages.ts';
import type { AlarmKey } from '#core/monitoring-centers/alarm.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { TOPICS } from '#data/topics.ts';
import { auditOf } from '#support/audit.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { aUser, tokenOf } from '#support/people.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { aBrowser, aLiveApi, type Browser } from '../live/support.ts';

let api: Awaited<ReturnType<typeof aLiveApi>>;
let bridge: Bridge;
let kim: UserRecord;
let browser: Browser;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
  const { leases, claims, ingest, units, refusals, syncQueue, interlock, downloads, log } = new MemoryPorts();
  const ports = { leases, claims, ingest, units, refusals, syncQueue, interlock, downloads, log };
  bridge = await aBridge(
    { ...ports, commands: tableCommands(log), publisher: livePublisher(log) },
    { commandSecret: await bridgeCommandSecret(), resultTimeoutMs: 100 },
  );
  // Every flag changes nothing for an operator.
  kim = await aUser({ dealer: 22, type: 4, flags: ['UNIT_EDIT', 'ENGINEER'] });
  browser = await aBrowser(kim);
});
afterAll(async () => {
  await browser.close();
  await bridge.close();
  await api.close();
});

let sequence = 0;
/** A connected unit of dealer 220 with an alarm. */
async function aUnitInAlarm(UnitModel: 'MXD-LTE' | 'myConnect' = 'MXD-LTE', dealer = 220) {
  const { UnitSerNum } = await aUnit({ dealer, UnitModel });
  await heldUnit(UnitSerNum, bridge.commandUrl);
  sequence += 1;
  const timeStamp = instant(Date.now());
  const event = { timeStamp, receivedAt: timeStamp, sequence, eventType: 'Event 101' };
  await recordAlarm(UnitSerNum, `1-${sequence}`, event, { once: false }, Date.now());
  return { UnitSerNum, timeStamp, sequence };
}
const change = (key: AlarmKey, action: 'take' | 'takeOver' | 'release' | 'close', version: number, as = kim) =>
  ask(monitoringCenters.changeAlarm, { ...key, action, version, closeCode: 3 as const, as });

let requests = 0;
/** The first answer to a command of the operator. */
async function answerTo(UnitSerNum: string, command: string, given: Record<string, unknown> = {}) {
  requests += 1;
  const requestId = `request-${requests}`;
  const token = await tokenOf(kim);
  browser.say({ action: 'command', token, UnitSerNum, requestId, command, arguments: given });
  return heard((message) => 'requestId' in message && message.requestId === requestId);
}
async function follow(topic: string) {
  browser.say({ action: 'subscribe', topic });
  return heard((message) => 'action' in message && 'topic' in message && message.topic === topic);
}
/** The next message of a kind. A command to a unit that is away is answered twice. */
async function heard(isMeant: (message: ServerMessage) => boolean) {
  for (;;) {
    const message = await browser.hear();
    if (!message || isMeant(message)) return message;
  }
}
const refused = (code: string) => expect.objectContaining({ action: 'refused', code });

describe('the voice control of an operator', () => {
  it('reaches the unit of an alarm that the operator has, and is audited [P3-B18]', async () => {
    const key = await aUnitInAlarm();
    const { UnitSerNum } = key;
    const end = await TestUnit.loggedIn(bridge, UnitSerNum);
    await change(key, 'take', 0);
    expect(await follow(consoleTopic(UnitSerNum))).toMatchObject({ action: 'subscribed' });
    const given = { command: 'SpeakerVol', arguments: { level: 7 } };
    expect(await answerTo(UnitSerNum, given.command, given.arguments)).toMatchObject({ action: 'recorded' });
    expect((await end.hears('command')).message).toMatchObject(given);
    for (const command of ['HangUp', 'Query', KEEP_ALIVE])
      expect(await answerTo(UnitSerNum, command)).toMatchObject({ action: 'recorded' });
    const told = (await auditOf('unit', UnitSerNum)).filter(({ action }) => action === 'give command');
    expect(told.map(({ after }) => (after as { command: string }).command).sort()).toEqual([
      'HangUp',
      'Query',
      'SpeakerVol',
    ]);
  });

  it.each([
    ['Run', {}],
    ['GoToMode', { mode: 'RangeTest' }],
    ['VoiceCmd', { voice: 'Press the button' }],
    ['MicVol', { level: 3 }],
    ['Reboot', {}],
  ])('can send %s [P3-B80 P3-B81 P3-B82 P3-B84 P3-B87 P3-C60]', async (command, given) => {
    const key = await aUnitInAlarm();
    const end = await TestUnit.loggedIn(bridge, key.UnitSerNum);
    await change(key, 'take', 0);
    expect(await answerTo(key.UnitSerNum, command, given)).toMatchObject({ action: 'recorded' });
    expect((await end.hears('command')).message).toMatchObject({ command, arguments: given });
  });

  it('takes the console from a colleague at once, who is told and cannot take it back', async () => {
    const key = await aUnitInAlarm();
    const { UnitSerNum } = key;
    await TestUnit.loggedIn(bridge, UnitSerNum);
    const ann = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
    const own = await aBrowser(ann);
    const hears = async (isMeant: (message: ServerMessage) => boolean) => {
      for (let message = await own.hear(); message; message = await own.hear()) if (isMeant(message)) return message;
      return undefined;
    };
    const says = async (requestId: string) => {
      const token = await tokenOf(ann);
      own.say({ action: 'command', token, UnitSerNum, requestId, command: 'HangUp', arguments: {} });
      return hears((message) => 'requestId' in message && message.requestId === requestId);
    };
    own.say({ action: 'subscribe', topic: consoleTopic(UnitSerNum) });
    expect(await says('first')).toMatchObject({ action: 'recorded' });
    await change(key, 'take', 0);
    expect(await answerTo(UnitSerNum, 'SpeakerVol', { level: 7 })).toMatchObject({ action: 'recorded' });
    const isTold = (message: ServerMessage) =>
      'message' in message && (message.message as { event?: string }).event === 'CustodyChanged';
    expect(await hears(isTold)).toBeDefined();
    expect(await says('second')).toEqual(refused('CONFLICT'));
    const handed = (await auditOf('unit', UnitSerNum)).filter(({ action }) => action === 'hand over console');
    expect(handed.map(({ after }) => (after as { because: string }).because)).toEqual(['alarm']);
    own.say({ action: 'custody', UnitSerNum, act: 'ask' });
    expect(await hears((message) => 'action' in message && message.action === 'refused')).toMatchObject({
      message: expect.stringMatching(/ handles an alarm of this unit\. You can follow\.$/),
    });
    // The operator leaves: the console is free.
    browser.say({ action: 'custody', UnitSerNum, act: 'release' });
    expect(await hears(isTold)).toBeDefined();
    expect(await says('third')).toMatchObject({ action: 'recorded' });
    await own.close();
  });

  it('sends nothing else, and no mode that changes accessories or the carrier [P1-A04]', async () => {
    const key = await aUnitInAlarm();
    await change(key, 'take', 0);
    for (const name of ['MakeCall', 'PlayMultiMessage', 'RemoteLog', 'MakeEvent'])
      expect(await answerTo(key.UnitSerNum, name), name).toEqual(refused('FORBIDDEN'));
    for (const mode of ['Pairing', 'Delete', 'AT&T', 'Auto'])
      expect(await answerTo(key.UnitSerNum, 'GoToMode', { mode }), mode).toEqual(refused('INVALID'));
    const wearable = await aUnitInAlarm('myConnect');
    await change(wearable, 'take', 0);
    for (const { name } of [...consoleCommands('myConnect', { engineer: true }), { name: KEEP_ALIVE }])
      expect(await answerTo(wearable.UnitSerNum, name), name).toEqual(refused('FORBIDDEN'));
    for (const { UnitSerNum } of [key, wearable]) expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    const { UnitSerNum } = key;
    for (const endpoint of [consoles.tcpConnect, consoles.getDBShift])
      expect((await call(endpoint, { UnitSerNum, as: kim })).status).toBe(403);
  });

  it('ends when the operator releases or closes the alarm, or somebody takes it over', async () => {
    const sam = await aUser({ dealer: 220, type: 4, flags: [] });
    const endings: ((key: AlarmKey) => Promise<unknown>)[] = [
      (key) => change(key, 'release', 1),
      (key) => change(key, 'close', 1),
      (key) => change(key, 'takeOver', 1, sam),
    ];
    for (const end of endings) {
      const key = await aUnitInAlarm();
      const { UnitSerNum } = key;
      await change(key, 'take', 0);
      expect(await answerTo(UnitSerNum, 'Query')).toMatchObject({ action: 'recorded' });
      await end(key);
      expect(await answerTo(UnitSerNum, 'Query')).toEqual(refused('FORBIDDEN'));
      expect(await follow(consoleTopic(UnitSerNum))).toEqual(refused('FORBIDDEN'));
    }
  });

  it('does not exist for a unit without an alarm of the operator, or of another dealer', async () => {
    const { UnitSerNum } = await aUnitInAlarm();
    const foreign = await aUnitInAlarm('MXD-LTE', 49);
    for (const [unit, code] of [
      [UnitSerNum, 'FORBIDDEN'],
      [foreign.UnitSerNum, 'NOT_FOUND'],
      ['999999', 'NOT_FOUND'],
    ] as const) {
      expect(await answerTo(unit, 'HangUp')).toEqual(refused(code));
      expect(await follow(consoleTopic(unit))).toEqual(refused(code));
    }
  });

  it('opens no other topic, also for the unit of an alarm that the operator has [P1-A04]', async () => {
    const key = await aUnitInAlarm();
    await change(key, 'take', 0);
    const subjects = { 'unit-events': key.UnitSerNum, 'operator-alarms': '22', console: key.UnitSerNum };
    for (const kind of Object.keys(TOPICS)) {
      const answer = await follow(`${kind}:${subjects[kind as keyof typeof subjects] ?? key.UnitSerNum}`);
      expect(answer, kind).toEqual(
        kind in subjects ? expect.objectContaining({ action: 'subscribed' }) : refused('FORBIDDEN'),
      );
    }
  });
});
