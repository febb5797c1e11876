import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import type { DownloadQuestion } from '#core/unit-messages/download-messages.ts';
import { aBridge, eventually, MemoryPorts, post, TestUnit } from '#support/bridge.ts';
import { firmwareOf, someFile } from '#support/firmware.ts';

let ports: MemoryPorts;
let bridge: Bridge;
/** What the clock of the bridge is ahead. */
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  ports = new MemoryPorts();
  bridge = await aBridge(ports, { sweepIntervalMs: 20, heartbeatsMissed: 1_000 }, { now: () => Date.now() + ahead });
});
afterEach(() => bridge.close());

const FIRMWARE = { UnitSerNum: 'A1B2C3', MessageKey: 'AB13', MessageType: 'FIRMVER', content: {} } as const;
const RF = { ...FIRMWARE, MessageKey: 'AB12', MessageType: 'RF' } as const;
const sync = () =>
  post(bridge, '/sync', { UnitSerNum: 'A1B2C3', configuration: false, types: ['RF', 'FIRMVER'] }, Date.now() + ahead);

let numbers = 0;
async function give(command: string, given: object = {}) {
  const commandId = `interlock${++numbers}`;
  const order = { commandId, UnitSerNum: 'A1B2C3', command, arguments: given, expiresAt: Date.now() + ahead + MINUTE };
  await post(bridge, '/commands', order, Date.now() + ahead);
  return commandId;
}
const results = () =>
  ports
    .console('A1B2C3')
    .flatMap((message) =>
      message.event === 'CommandResult' ? [[message.commandId, message.outcome, message.text]] : [],
    );
const status = (callState: string) => ({
  ...{ type: 'status' as const, MessageTime: Date.now(), mode: 'Ready' as const, voiceMode: false, recordMode: false },
  ...{ callState: callState as 'idle', speakerVol: 5, micVol: 5 },
});

const callStarted = () => ({ type: 'callStarted' as const, MessageTime: Date.now(), direction: 'incoming' as const });

const callEnded = (MessageTime: number) => ({
  ...{ type: 'call' as const, MessageTime, direction: 'incoming' as const, outcome: 'answered' as const },
  ...{ startedAt: MessageTime - 1_000, durationSeconds: 1 },
});

describe('an update', () => {
  it('waits after an alarm of the same second, and comes by itself 15 minutes later; other messages do not wait', async () => {
    ports.syncQueue.messages = [FIRMWARE, RF];
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(unit.event()));
    await sync();
    expect((await unit.hears('update')).message.MessageType).toBe('RF');
    ports.syncQueue.messages = [FIRMWARE];
    ahead = 14.9 * MINUTE;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(unit.heard).toEqual([]);
    ahead = 15.1 * MINUTE;
    expect((await unit.hears('update')).message.MessageType).toBe('FIRMVER');
  });

  it('waits while the unit is in a call, and is asked for again each minute', async () => {
    ports.syncQueue.messages = [FIRMWARE];
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(status('in call')));
    await sync();
    await eventually(() => ports.syncQueue.orders.length === 1);
    ahead = 1.1 * MINUTE;
    await eventually(() => ports.syncQueue.orders.length === 2);
    expect(unit.heard).toEqual([]);
    await unit.isAcknowledged(unit.say(status('idle')));
    ahead = 2.3 * MINUTE;
    expect((await unit.hears('update')).message.MessageType).toBe('FIRMVER');
    expect(ports.syncQueue.orders.at(-1)).toEqual({ UnitSerNum: 'A1B2C3', configuration: false, types: ['FIRMVER'] });
  });

  it('is asked for again with another one that somebody sends while it waits', async () => {
    ports.syncQueue.messages = [FIRMWARE];
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(status('in call')));
    await sync();
    ports.syncQueue.messages = [{ ...FIRMWARE, MessageKey: 'AB14', MessageType: 'SPEECH' }];
    const order = { UnitSerNum: 'A1B2C3', configuration: false, types: ['SPEECH'] };
    await post(bridge, '/sync', order, Date.now() + ahead);
    await eventually(() => ports.syncQueue.orders.length === 2);
    ahead = 1.1 * MINUTE;
    await eventually(() => ports.syncQueue.orders.length === 3);
    expect(ports.syncQueue.orders[2]!.types).toEqual(['FIRMVER', 'SPEECH']);
  });

  it('waits for what is stored of the unit, such as an alarm that another bridge heard', async () => {
    ports.syncQueue.messages = [FIRMWARE];
    ports.safety = { alarms: [{ at: Date.now(), open: true }] };
    const unit = await TestUnit.loggedIn(bridge);
    await sync();
    await eventually(() => ports.syncQueue.orders.length === 1);
    ports.safety = { alarms: [] };
    ahead = 1.1 * MINUTE;
    expect((await unit.hears('update')).message.MessageType).toBe('FIRMVER');
  });
});

describe('an update that has begun', () => {
  const MessageKey = 'AB13';
  const FILE = someFile(40 * BLOCK_BYTES);
  const offered = async () => {
    const file = firmwareOf(FILE);
    ports.downloads.files.set(MessageKey, file);
    ports.downloads.contents.set(file.location, FILE);
    return TestUnit.loggedIn(bridge);
  };
  const reasonAfter = async (unit: TestUnit, question: DownloadQuestion) => {
    unit.say(question);
    return (await unit.hears('downloadWaits')).message.text;
  };
  const askManifest = { type: 'askManifest', MessageKey } as const;
  const askBlocks = { type: 'askBlocks', MessageKey, firstBlock: 1, blocks: 1 } as const;
  const askInstall = { type: 'askInstall', MessageKey } as const;

  it.each([
    ['an alarm is open', { alarms: [{ at: 0, open: true }] }, 'An alarm of the unit is open'],
    ['an alarm came lately', { alarms: [{ at: 0, open: false }] }, 'The unit raised an alarm less than 15 minutes ago'],
    ['its battery is low', { alarms: [], lastPing: { lowpower: true } }, 'The battery of the unit is low'],
  ])('waits at each question and before its installation if %s, and goes on by itself', async (_, stored, reason) => {
    const { alarms, ...facts } = stored;
    const unit = await offered();
    const held = { alarms: alarms.map((alarm) => ({ ...alarm, at: Date.now() })), ...facts };
    ports.safety = held;
    for (const question of [askManifest, askBlocks]) expect(await reasonAfter(unit, question)).toBe(reason);
    ports.safety = { alarms: [] };
    unit.say(askBlocks);
    await unit.hears('block');
    ports.safety = held;
    expect(await reasonAfter(unit, askInstall)).toBe(reason);
    ports.safety = { alarms: [] };
    unit.say(askInstall);
    await unit.hears('install');
  });

  it.each([
    ['raises an alarm', (unit: TestUnit) => unit.event(), 'The unit raised an alarm less than 15 minutes ago'],
    ['is in a call', () => status('in call'), 'The unit is in a call'],
    ['begins a call', () => callStarted(), 'The unit is in a call'],
  ])('waits from the moment at which the unit %s', async (_, report, reason) => {
    const unit = await offered();
    unit.say(askBlocks);
    await unit.hears('block');
    await unit.isAcknowledged(unit.say(report(unit)));
    for (const question of [askBlocks, askInstall]) expect(await reasonAfter(unit, question)).toBe(reason);
  });
});

describe('a command', () => {
  it.each([
    ['Reboot', {}],
    ['GoToMode', { mode: 'Verizon' }],
  ])('%s is held back after an alarm, with the reason, and is not sent later', async (command, given) => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(unit.event()));
    const id = await give(command, given);
    await eventually(() => results().length === 1);
    expect(results()).toEqual([[id, 'heldBack', 'The unit raised an alarm less than 15 minutes ago']]);
    expect(ports.commands.ended.get(id)?.reply).toMatchObject({ outcome: 'heldBack' });
    expect(unit.heard).toEqual([]);
  });

  it('is held back too if the alarm comes while its record is written', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const { commands } = ports;
    const sent = commands.sent.bind(commands);
    commands.sent = async (UnitSerNum, commandId) => {
      await unit.isAcknowledged(unit.say(unit.event()));
      return sent(UnitSerNum, commandId);
    };
    const id = await give('Reboot');
    await eventually(() => results().length === 1);
    expect(results()).toEqual([[id, 'heldBack', 'The unit raised an alarm less than 15 minutes ago']]);
    expect(unit.heard).toEqual([]);
  });

  it.each([
    ['an alarm that another bridge heard is open', { alarms: [{ at: 0, open: true }] }, 'An alarm of the unit is open'],
    ['its battery is low', { alarms: [], lastPing: { lowpower: true } }, 'The battery of the unit is low'],
  ])('is held back if %s', async (_, { alarms, ...facts }, reason) => {
    ports.safety = { alarms: alarms.map((alarm) => ({ ...alarm, at: Date.now() })), ...facts };
    const unit = await TestUnit.loggedIn(bridge);
    for (const [command, given] of [
      ['reboot', {}],
      ['GoToMode', { mode: 'Auto' }],
    ] as const) {
      const id = await give(command, given);
      await eventually(() => ports.commands.ended.has(id));
      expect(ports.commands.ended.get(id)?.reply).toMatchObject({ outcome: 'heldBack', text: reason });
    }
    expect(unit.heard).toEqual([]);
  });

  it('is held back while the unit is in a call, and may be sent again after it', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(status('in call')));
    const id = await give('Reboot');
    await eventually(() => results().length === 1);
    expect(results()).toEqual([[id, 'heldBack', 'The unit is in a call']]);
    await unit.isAcknowledged(unit.say(status('idle')));
    await give('Reboot');
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });

  it('is held back by a call that an earlier connection told of, until the unit tells of its end', async () => {
    ports.safety = { alarms: [], calls: { beganAt: Date.now() - MINUTE } };
    const unit = await TestUnit.loggedIn(bridge);
    const id = await give('Reboot');
    await eventually(() => results().length === 1);
    expect(results()).toEqual([[id, 'heldBack', 'The unit is in a call']]);
    await unit.isAcknowledged(unit.say(status('idle')));
    await give('Reboot');
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });

  it('is held back by a call without an end for two hours, although the connection lasts', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(callStarted()));
    ahead = 1.9 * HOUR;
    await give('Reboot');
    await eventually(() => results().length === 1);
    expect(results()[0]?.[1]).toBe('heldBack');
    ahead = 2.1 * HOUR;
    await give('Reboot');
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });

  it('is held back after an older call of which the unit tells later', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const at = Date.now() - MINUTE;
    await unit.isAcknowledged(unit.say({ ...callStarted(), MessageTime: at }));
    await unit.isAcknowledged(unit.say(callEnded(at - MINUTE)));
    await give('Reboot');
    await eventually(() => results().length === 1);
    expect(results()[0]?.slice(1)).toEqual(['heldBack', 'The unit is in a call']);
    await unit.isAcknowledged(unit.say(callEnded(at + 1)));
    await give('Reboot');
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });

  it('is sent after a call in which the unit lost its power: it is in none when it is switched on', async () => {
    ports.safety = { alarms: [], calls: { beganAt: Date.now() - MINUTE } };
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say({ type: 'lifecycle', MessageTime: Date.now(), kind: 'Power On' }));
    await give('Reboot');
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });

  it('is sent after a call of an earlier boot; one of this boot holds it back', async () => {
    ports.safety = { alarms: [], calls: { beganAt: Date.now() - MINUTE, beganInBoot: 1 }, bootId: 1 };
    const unit = await TestUnit.loggedIn(bridge);
    await give('Reboot');
    await eventually(() => results().length === 1);
    expect(results()[0]?.[1]).toBe('heldBack');
    ports.safety = { ...ports.safety, bootId: 2 };
    await give('Reboot');
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });

  it('that was sent before the connection was lost is lost, not held back: the unit may have done it', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const id = await give('Reboot');
    await unit.hears('command');
    unit.vanish();
    await eventually(() => bridge.units === 0);
    ports.safety = { alarms: [], calls: { beganAt: Date.now() - MINUTE } };
    await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 2 });
    await eventually(() => results().length === 1);
    expect(results()).toEqual([[id, 'lost', undefined]]);
  });

  it('that helps in an alarm is sent at once, also behind one that is held back', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(unit.event()));
    await give('Reboot');
    await give('SpeakerVol', { level: 9 });
    expect((await unit.hears('command')).message.command).toBe('SpeakerVol');
  });

  it('is sent as usual if nothing happens with the unit, and after a test of an alarm', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say({ type: 'event', MessageTime: Date.now(), EventCode: 101, test: true }));
    await give('Reboot');
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });

  it('waits if the facts cannot be read, and is sent when they can', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const { interlock } = ports;
    const facts = interlock.facts;
    interlock.facts = () => Promise.reject(new Error('The table is down'));
    await give('Reboot');
    await eventually(() => ports.logged.some(({ message }) => message === 'Commands are held up'));
    expect(unit.heard).toEqual([]);
    interlock.facts = facts;
    expect((await unit.hears('command')).message.command).toBe('Reboot');
  });
});
