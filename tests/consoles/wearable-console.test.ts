import { describe, expect, it, test } from 'vitest';
import { argumentOf, argumentProblem } from '#core/consoles/arguments.ts';
import { commandNamed } from '#core/consoles/commands.ts';
import { countdownClock } from '#core/consoles/elapsed.ts';
import { isFreshFix } from '#core/consoles/locations.ts';
import { readRecentCommands, withRecentCommand } from '#core/consoles/recent-commands.ts';
import { isInSync } from '#core/consoles/wearable-state.ts';
import { OPERATIONS } from '#core/unit-messages/wearable-reports.ts';
import { aLocation, connectedWearable, UNIT, wearable } from './console-driver.ts';

const MINUTE = 60_000;
const REBOOTING = 'Unit Rebooting. Try reconnecting to the unit in 30 seconds';
const CLOSED = 'The connection to the unit has closed';
const UNABLE = 'Unable to connect to the unit. The Unit may be unavailable, rebooting or turned off. Please try again';
const ERROR = 'An error occurred. The unit may be unavailable. Please try again.';

const gone = { event: 'UnitDisconnect', UnitSerNum: UNIT, reason: 'closed by unit', at: 0 } as const;

/** What the page knows of the unit's sync queue. */
const changes = (changesWait: boolean) => ({ kind: 'syncQueue', changesWait }) as const;

const unitConnected = {
  event: 'UnitConnected',
  UnitSerNum: UNIT,
  UnitModel: 'myConnect Air',
  imei: '356938035643809',
  FirmVer: '1.4.0.2.1',
  at: 0,
} as const;

function reached(driver: ReturnType<typeof wearable>) {
  driver.give({ kind: 'connect' }).give({ kind: 'listening' });
  return driver.give({ kind: 'tcpConnected', dial: driver.lastDial });
}

describe('connecting', () => {
  it('sends force-ping first to a synced unit [P2-S79 P2-C117]', () => {
    expect(reached(wearable()).sent).toEqual(['forcePing']);
  });

  it('sends sync-changes first to a unit that is not synced [P2-S78 P2-C118]', () => {
    expect(reached(wearable().give(changes(true))).sent).toEqual(['SyncChanges']);
  });

  it('decides by what waits when it connects, not when the page was opened [P2-S78 P2-S79]', () => {
    const later = wearable().give(changes(false)).give({ kind: 'connect' }).give(changes(true));
    expect(later.hear(unitConnected).sent).toEqual(['SyncChanges']);
    const fetched = wearable().give(changes(true)).give(changes(false));
    expect(reached(fetched).sent).toEqual(['forcePing']);
  });

  it('also asks a myConnect with newer firmware for its state: the first command depends on the model [P2-S77 P2-V46 P2-K33]', () => {
    expect(reached(wearable({ UnitModel: 'myConnect', FirmVer: '4.2.31.3.7' })).sent).toEqual([
      'forcePing',
      'VoiceCmd Query',
    ]);
    expect(reached(wearable({ UnitModel: 'myConnect', FirmVer: '1.9.3.0.2' })).sent).toContain('VoiceCmd Query');
    expect(reached(wearable({ UnitModel: 'myConnect', FirmVer: '1.9.3.0.1' })).sent).toEqual(['forcePing']);
    expect(reached(wearable({ UnitModel: 'myConnect Air', FirmVer: '4.2.31.3.7' })).sent).toEqual(['forcePing']);
  });

  it('sends the first command when the unit connects meanwhile [P2-S77 P2-C132]', () => {
    const driver = wearable().give({ kind: 'connect' }).give({ kind: 'tcpFailed', dial: 1 });
    expect(driver.sent).toEqual([]);
    driver.hear(unitConnected);
    expect(driver.sent).toEqual(['forcePing']);
  });

  it('ignores an attempt that fails after the unit has connected', () => {
    const driver = wearable().give({ kind: 'connect' }).hear(unitConnected);
    driver.give({ kind: 'tcpFailed', dial: driver.lastDial });
    expect(driver.line).toMatchObject({ connection: 'connecting', message: undefined });
    driver.wait(5_000);
    expect(driver.dials).toHaveLength(1);
  });

  it('retries twice with a message, then shows that it cannot connect [P2-S91 P2-M35 P2-M34]', () => {
    const driver = wearable().give({ kind: 'connect' });
    driver.give({ kind: 'tcpFailed', dial: driver.lastDial });
    expect(driver.line).toMatchObject({ connection: 'connecting', message: 'Still connecting. Please wait' });
    driver.wait(3_000).give({ kind: 'tcpFailed', dial: driver.lastDial });
    expect(driver.line.message).toBe('Still connecting. Please wait');
    driver.wait(3_000).give({ kind: 'tcpFailed', dial: driver.lastDial });
    expect(driver.dials).toHaveLength(3);
    expect(driver.line).toMatchObject({ connection: 'error', message: UNABLE });
  });

  it('changes to error after 20 s without an answer, not sooner [P2-S92 P2-K23 P2-M36]', () => {
    const driver = reached(wearable()).wait(19_999);
    expect(driver.line.connection).toBe('connecting');
    driver.wait(1);
    expect(driver.line).toMatchObject({ connection: 'error', message: ERROR });
  });

  it('is connected by the first report of the unit', () => {
    const driver = reached(wearable());
    driver.report({
      type: 'ping',
      MessageTime: 0,
      pingReason: 'Forced',
      lowPower: false,
      acPower: 1,
      stepsToday: 4210,
      chargedPercent: 81,
      bars: 4,
      lte: true,
    });
    expect(driver.line.connection).toBe('connected');
    expect(driver.state).toMatchObject({ charging: true, ping: { stepsToday: 4210 } });
  });

  it.each(['expired', 'lost'])('is not connected by a command that is %s', (outcome) => {
    const driver = reached(wearable());
    const { commandId } = driver.lastSent;
    driver.hear({ event: 'CommandResult', UnitSerNum: UNIT, commandId, outcome, answer: {}, at: 0 } as never);
    expect(driver.line.connection).toBe('connecting');
  });

  it('ignores what the unit says while it is closed', () => {
    const driver = connectedWearable().give({ kind: 'disconnect' });
    const { transcript } = driver.line;
    driver.report(aLocation()).hear(unitConnected);
    driver.hear({ event: 'UnitDisconnect', UnitSerNum: UNIT, reason: 'bridge draining', at: 0 });
    expect(driver.line).toMatchObject({ connection: 'closed', message: undefined, transcript });
    expect(driver.state.locations).toEqual([]);
  });

  it('ignores reports from before its first command', () => {
    const driver = wearable().give({ kind: 'connect' }).report(aLocation());
    expect(driver.line.connection).toBe('connecting');
  });
});

describe('reports of a wearable', () => {
  it('update its state [P2-S80]', () => {
    const driver = connectedWearable().report({
      type: 'info',
      MessageTime: 0,
      FirmVer: '1.4.0.2.1',
      chargedPercent: 77,
      acPower: 0,
      bars: 3,
      synced: false,
    });
    expect(driver.state).toMatchObject({ synced: false, charging: false, info: { chargedPercent: 77 } });
    expect(driver.line.transcript.at(-1)?.text).toBe('firmware 1.4.0.2.1, 77 %, on battery, changes are waiting');
  });

  it.each([
    ['Charge Start', true],
    ['Charge Stop', false],
  ] as const)('update %s [P2-S81 P2-S82]', (kind, charging) => {
    const driver = connectedWearable().report({ type: 'lifecycle', MessageTime: 0, kind });
    expect(driver.state.charging).toBe(charging);
  });

  it('advise to wait 30 s when it restarts [P2-S89]', () => {
    const driver = connectedWearable().report({ type: 'lifecycle', MessageTime: 0, kind: 'Power Off Alert' });
    expect(driver.line.message).toBe('Unit Rebooting. Try reconnecting to the unit in 30 seconds');
  });

  it('keep the advice, also in the transcript, when the connection closes then [P2-S89]', () => {
    const restarts = (driver: ReturnType<typeof wearable>) =>
      driver.report({ type: 'lifecycle', MessageTime: 0, kind: 'Power Off Alert' });
    const rebooted = connectedWearable().give({ kind: 'command', command: 'reboot', arguments: {} });
    const done = connectedWearable().give({ kind: 'command', command: 'reboot', arguments: {} });
    for (const driver of [
      restarts(connectedWearable()),
      restarts(connectedWearable()).wait(7_000),
      connectedWearable().lifecycle('Reboot'),
      done.result(done.lastSent.commandId),
      rebooted,
    ]) {
      driver.hear(gone).wait(10_000);
      expect(driver.line).toMatchObject({ connection: 'closed', message: REBOOTING });
      expect(driver.line.transcript.filter(({ text }) => text === REBOOTING)).toHaveLength(1);
      expect(driver.line.transcript.at(-1)?.text).toBe(CLOSED);
    }
  });

  it('give no advice on a connection that closes later', () => {
    const driver = connectedWearable().report({ type: 'lifecycle', MessageTime: 0, kind: 'Power Off Alert' });
    driver.report({ type: 'lifecycle', MessageTime: 0, kind: 'Power On' }).hear(gone);
    expect(driver.line.message).toBe(CLOSED);
    reached(driver).report(aLocation()).hear(gone);
    expect(driver.line.message).toBe(CLOSED);
  });

  it('show that it was turned on, also with its first report [P2-S90]', () => {
    for (const driver of [connectedWearable(), reached(wearable())]) {
      driver.report({ type: 'lifecycle', MessageTime: 0, kind: 'Power On' });
      expect(driver.line).toMatchObject({ connection: 'connected', message: 'The unit has been switched on' });
    }
  });

  it('show events [P2-S87]', () => {
    const driver = connectedWearable().report({ type: 'event', MessageTime: 0, EventCode: 17, zone: 2 });
    expect(driver.line.transcript.at(-1)).toMatchObject({ kind: 'unit', text: 'event 17, zone 2' });
  });

  const ACKNOWLEDGEMENTS = [
    ['CHIME', 'chimes'],
    ['HOMEWIFIC', 'home Wi-Fi cleared'],
    ['HOMEWIFIQ', 'home Wi-Fi reported'],
    ['SHIPMODE', 'goes to ship mode'],
    ['VBR', 'vibrates'],
    ['CBK', 'calls back'],
    ['HOMEWIFIRQ', 'home Wi-Fi recorded'],
  ] as const;

  it.each(ACKNOWLEDGEMENTS)('show the acknowledgement %s as "%s" [P2-S88 P2-E48]', (operation, text) => {
    const driver = connectedWearable().report({ type: 'operation', MessageTime: 0, operation, accessPoints: [] });
    expect(driver.line.transcript.at(-1)).toMatchObject({ kind: 'unit', text });
  });

  it('acknowledge these operations and no others [P2-E48]', () => {
    expect(OPERATIONS).toEqual(ACKNOWLEDGEMENTS.map(([operation]) => operation));
  });

  it('list the home as a location [P2-S86]', () => {
    const driver = connectedWearable().report(aLocation({ locationType: 'Home Wi-Fi' }));
    expect(driver.state.locations).toMatchObject([{ type: 'Home Wi-Fi' }]);
  });
});

describe('locations', () => {
  it('keeps the latest five, each with time and type [P2-K27]', () => {
    const driver = connectedWearable();
    for (let index = 0; index < 7; index++) {
      driver.report(aLocation({ locationType: 'Wi-Fi', MessageTime: driver.now + index * 1000 }));
    }
    expect(driver.state.locations).toHaveLength(5);
    expect(driver.state.locations.map(({ time }) => time - driver.now)).toEqual([6000, 5000, 4000, 3000, 2000]);
    expect(driver.state.locations[0]).toMatchObject({ type: 'Wi-Fi' });
  });

  it('has a location once, however often its report comes', () => {
    const report = { event: 'Report', UnitSerNum: UNIT, id: 'A-1-9', raw: '00', at: 0, report: aLocation() } as const;
    expect(connectedWearable().hear(report).hear(report).state.locations).toHaveLength(1);
  });

  it('marks a fix of more than 10 minutes as old [P2-S93 P2-K07]', () => {
    const driver = connectedWearable();
    driver.report(aLocation({ gpsTimeStamp: driver.now - 10 * MINUTE }));
    driver.report(aLocation({ gpsTimeStamp: driver.now - 10 * MINUTE - 1 }));
    expect(driver.state.locations.map(({ type }) => type)).toEqual(['GPS', 'OldGPS']);
    expect(isFreshFix(0, 10 * MINUTE)).toBe(true);
    expect(isFreshFix(0, 10 * MINUTE + 1)).toBe(false);
  });

  it('requests a location in real time and waits 5 minutes for it [P2-S83 P2-K26 P2-C119 P2-M31]', () => {
    const driver = connectedWearable().give({ kind: 'requestLocation' });
    expect(driver.lastSent).toMatchObject({ command: 'RTO', arguments: { message: expect.any(String) } });
    driver.result(driver.lastSent.commandId);
    expect(countdownClock(driver.state.locationRequest!.until, driver.now)).toBe('5:00');
    driver.wait(5 * MINUTE - 1);
    expect(driver.state.locationRequest).toBeDefined();
    driver.wait(1);
    expect(driver.state.locationRequest).toBeUndefined();
    expect(driver.line.message).toBe('Unable to get real time GPS location. Please try again.');
  });

  it('keeps waiting after an old location, and ends with a new one [P2-S84 P2-S85]', () => {
    const driver = connectedWearable().give({ kind: 'requestLocation' });
    expect(driver.state.locationRequest).toMatchObject({ waiting: false });
    driver.report(aLocation({ locationType: 'OldGPS', gpsTimeStamp: driver.now - 30 * MINUTE }));
    expect(driver.state.locationRequest).toMatchObject({ waiting: true });
    driver.report(aLocation({ gpsTimeStamp: driver.now }));
    expect(driver.state.locationRequest).toBeUndefined();
    driver.wait(6 * MINUTE);
    expect(driver.line.transcript.some(({ failure }) => failure)).toBe(false);
  });

  it('cancels the first request when a second one starts [P2-M31]', () => {
    const driver = connectedWearable().give({ kind: 'requestLocation' }).give({ kind: 'requestLocation' });
    expect(driver.line.message).toBe('Unable to get real time GPS location. Please try again.');
    expect(driver.sent.filter((command) => command === 'RTO')).toHaveLength(1);
    expect(driver.state.locationRequest).toBeUndefined();
  });
});

describe('a failed RTO', () => {
  const refuse = (driver: ReturnType<typeof connectedWearable>) =>
    driver.hear({
      ...{ event: 'CommandResult', UnitSerNum: UNIT, commandId: driver.lastSent.commandId, outcome: 'refused' },
      ...{ text: 'No sky', answer: {}, at: driver.now },
    } as never);

  it('ends the request for a location', () => {
    const driver = refuse(connectedWearable().give({ kind: 'requestLocation' }));
    expect(driver.line.message).toBe('Unable to get real time GPS location. Please try again.');
    expect(driver.state.locationRequest).toBeUndefined();
  });

  it('that was typed shows the words of the unit', () => {
    const typed = { kind: 'command', command: 'RTO', arguments: { message: 'GPS' } } as const;
    expect(refuse(connectedWearable().give(typed)).line.message).toBe('RTO: No sky');
  });
});

describe('while connected', () => {
  it('keeps the connection alive [P2-C120]', () => {
    const driver = connectedWearable();
    const before = driver.sent.length;
    driver.wait(50_000);
    expect(driver.sent.slice(before)).toEqual(['StayAlive']);
  });

  it('shows a unit as synced when it has fetched its changes, and nothing waits any more', () => {
    const driver = reached(wearable().give(changes(true)));
    expect(isInSync(driver.state)).toBe(false);
    driver.result(driver.lastSent.commandId);
    expect(isInSync(driver.state)).toBe(false);
    expect(isInSync(driver.give(changes(false)).state)).toBe(true);
  });

  it('shows changes that are saved meanwhile', () => {
    expect(isInSync(connectedWearable().give(changes(true)).state)).toBe(false);
  });

  it('shows what became of a command, and counts its time from the first answer on', () => {
    const driver = connectedWearable();
    const { connectedAt } = driver.line;
    const give = (command: string) => driver.wait(1_000).give({ kind: 'command', command, arguments: {} });
    give('forcePing').result(driver.lastSent.commandId);
    expect(driver.line.message).toBe('forcePing done');
    give('HOMEWIFIQ').result(driver.lastSent.commandId, 'done', 'Two access points');
    expect(driver.line.message).toBe('Two access points');
    give('reboot').result(driver.lastSent.commandId);
    expect(driver.line.message).toBe('Unit Rebooting. Try reconnecting to the unit in 30 seconds');
    expect(driver.line.connectedAt).toBe(connectedAt);
  });

  it.each(['UnitError', 'Reset'] as const)('takes the unit for not synced after %s', (event) => {
    expect(connectedWearable().lifecycle(event).state.synced).toBe(false);
  });

  it('is closed when the unit disconnects or the socket closes', () => {
    for (const driver of [connectedWearable().hear(gone), connectedWearable().give({ kind: 'socketClosed' })]) {
      expect(driver.line).toMatchObject({ connection: 'closed', message: 'The connection to the unit has closed' });
      const before = driver.sent.length;
      driver.wait(200_000);
      expect(driver.sent).toHaveLength(before);
    }
  });
});

test.each([
  [19, false],
  [20, true],
  [240, true],
  [241, false],
  [30.5, false],
  [Number.NaN, false],
])('allows a chime of %d s: %s [P2-V44 P2-K28]', (seconds, valid) => {
  const chime = commandNamed('myConnect', 'CHIME', { engineer: false })!;
  const problem = argumentProblem(argumentOf(chime, 'seconds'), seconds);
  expect(problem).toBe(valid ? undefined : 'The duration must be a number from 20 to 240');
});

describe('recent commands', () => {
  it('keeps the last 20, each once, the newest first [P2-E53 P2-K13]', () => {
    const chimes = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `CHIME ${from - index}`);
    let commands: string[] = [];
    for (const command of chimes(24, 0).reverse()) commands = withRecentCommand(commands, command);
    expect(commands).toEqual(chimes(24, 5));
    expect(withRecentCommand(commands, 'CHIME 10')).toEqual(['CHIME 10', ...chimes(24, 11), ...chimes(9, 5)]);
  });

  it('ignores damaged storage', () => {
    expect(readRecentCommands('{')).toEqual([]);
    expect(readRecentCommands('{"a":1}')).toEqual([]);
    expect(readRecentCommands('["Query",7]')).toEqual(['Query']);
  });
});
