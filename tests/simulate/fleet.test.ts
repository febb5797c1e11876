import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { consoleCommands } from '#core/consoles/commands.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';
import type { LifecycleReport } from '#core/unit-messages/common-reports.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import { codecOf } from '#protocol/models.ts';
import { checkProof } from '#protocol/proof.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { UnitConnection } from '#scripts/simulate/connection.ts';
import { type Fleet, type FleetOptions, type FleetUnit, startFleet } from '#scripts/simulate/fleet.ts';
import { aBridge, eventually, MemoryPorts, NO_LIMITS, post } from '#support/bridge.ts';

let ports: MemoryPorts;
/** The difference of the server's clock to the machine's, in milliseconds. */
let ahead: number;
let bridge: Bridge;
let fleets: Fleet[];

beforeEach(async () => {
  ports = new MemoryPorts();
  fleets = [];
  ahead = 0;
  // Units whose time runs faster send more reports than the bridge takes from real ones.
  bridge = await aBridge(ports, NO_LIMITS, { now: () => Date.now() + ahead });
});
afterEach(async () => {
  for (const fleet of fleets) fleet.close();
  await bridge.close();
});

const VOICE: FleetUnit = {
  UnitSerNum: 'V00001',
  model: 'MXD-LTE',
  imei: '356938035643809',
  firmware: '2.2.0.0.5',
  carrier: 1,
};
const WATCH: FleetUnit = { UnitSerNum: 'W00001', model: 'myConnect', imei: '3569380356438094', firmware: '4.2.31.3.7' };

function start(units: readonly FleetUnit[], more: Partial<FleetOptions> = {}): Fleet {
  const fleet = startFleet({
    units,
    host: '127.0.0.1',
    port: bridge.unitPort,
    speed: 100,
    dialOverSeconds: 0,
    ...more,
  });
  fleets.push(fleet);
  return fleet;
}

const reportsOf = (UnitSerNum: string): UnitReport[] =>
  [...ports.ingest.stored.values()].flatMap((entry) =>
    entry.kind === 'report' && entry.UnitSerNum === UnitSerNum && entry.message.type !== 'commandResult'
      ? [entry.message]
      : [],
  );
const of = <T extends UnitReport['type']>(UnitSerNum: string, type: T) =>
  reportsOf(UnitSerNum).filter((report): report is Extract<UnitReport, { type: T }> => report.type === type);

let numbers = 0;
/** Sends the command and waits for the unit's answer. */
async function command(UnitSerNum: string, name: string, given: Record<string, unknown> = {}) {
  await eventually(() => bridge.units > 0);
  const commandId = `command${++numbers}`;
  const body = { commandId, UnitSerNum, command: name, arguments: given, expiresAt: Date.now() + 5_000 };
  expect((await post(bridge, '/commands', body)).status).toBe(202);
  const result = () =>
    ports.console(UnitSerNum).find((one) => one.event === 'CommandResult' && one.commandId === commandId);
  await eventually(() => result() !== undefined, `the result of ${name}`);
  return result()!;
}

describe('a simulated fleet', () => {
  it('with secrets proves its identity, after setting a wrong clock by the refusal', async () => {
    const secret = new Uint8Array(32).fill(7);
    const checks: string[] = [];
    ahead = 3_600_000;
    ports.units.authenticate = async (login) => {
      const check = checkProof(secret, login, Date.now() + ahead);
      checks.push(check);
      return check === 'right'
        ? { accepted: true, proven: true, heartbeatSeconds: 60 }
        : { accepted: false, reason: 'staleProof' };
    };
    const fleet = start([{ ...VOICE, secret }]);
    await eventually(() => fleet.state.served === 1, 'the unit to be served');
    expect(checks).toEqual(['stale', 'right']);
  });

  it('sets a wrong clock when an event is accepted despite its time', async () => {
    const connection = new UnitConnection({
      host: '127.0.0.1',
      port: bridge.unitPort,
      speed: 100,
      random: seededRandom(1),
      codec: codecOf('MXD-LTE'),
      bootId: 1,
      login: () => ({ imei: VOICE.imei, UnitSerNum: 'V00001', UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' }),
      onServed: () => {},
      onCommand: () => {},
      onHandled: () => {},
      onConfiguration: () => {},
      onUpdate: () => {},
      onDownload: () => {},
    });
    connection.dial();
    await eventually(() => connection.isServed, 'the unit to be served');
    ahead = -3_600_000;
    connection.say({ type: 'event', MessageTime: connection.now(), EventCode: 911 });
    await eventually(() => connection.unacknowledged === 0, 'the acknowledgement');
    expect(Math.abs(connection.now() - (Date.now() + ahead))).toBeLessThan(5_000);
    expect(ports.ingest.of('report')).toHaveLength(1);
    connection.close();
  });

  it('sends a report that came too soon again later, and an alarm meanwhile', async () => {
    const strict = await aBridge(ports, { reportRate: { burst: 10, perMinute: 600 } });
    const connection = new UnitConnection({
      host: '127.0.0.1',
      port: strict.unitPort,
      speed: 100,
      random: seededRandom(1),
      codec: codecOf('MXD-LTE'),
      bootId: 1,
      login: () => ({ imei: VOICE.imei, UnitSerNum: 'V00001', UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' }),
      onServed: () => {},
      onCommand: () => {},
      onHandled: () => {},
      onConfiguration: () => {},
      onUpdate: () => {},
      onDownload: () => {},
    });
    connection.dial();
    await eventually(() => connection.isServed, 'the unit to be served');
    for (let count = 0; count < 35; count++)
      connection.say({ type: 'lifecycle', MessageTime: connection.now() + count, kind: 'Charge Start' });
    connection.say({ type: 'event', MessageTime: connection.now(), EventCode: 101 });
    await eventually(() => ports.ingest.reportsOf('V00001').includes('event'), 'the alarm');
    expect(connection.unacknowledged).toBeGreaterThan(10);
    await eventually(() => connection.unacknowledged === 0, 'all reports', 20_000);
    expect(ports.ingest.of('report')).toHaveLength(36);
    connection.close();
    await strict.close();
  }, 30_000);

  it('connects, logs in as its models, and reports itself with plausible pings', async () => {
    const units = Array.from(
      { length: 20 },
      (_, index): FleetUnit => ({
        UnitSerNum: `U${10_000 + index}`,
        model: (['MXD-LTE', 'myConnect', 'myConnect Air'] as const)[index % 3]!,
        imei: `35693803564${1_000 + index}`,
        firmware: '1.2.3',
      }),
    );
    const fleet = start(units);
    await eventually(() => fleet.state.served === 20, 'all to be served');
    await eventually(() => units.every(({ UnitSerNum }) => of(UnitSerNum, 'ping').length > 0), 'a ping of each');
    for (const { UnitSerNum, model } of units) {
      const [ping] = of(UnitSerNum, 'ping');
      expect(ping).toMatchObject({ pingReason: 'Power On', FirmVer: '1.2.3' });
      expect(ping!.bars).toBeGreaterThanOrEqual(0);
      expect(ping!.bars).toBeLessThanOrEqual(5);
      expect(ping!.chargedPercent).toBeGreaterThan(0);
      expect(ping!.chargedPercent).toBeLessThanOrEqual(100);
      expect('stepsToday' in ping!).toBe(model !== 'MXD-LTE');
      expect(Math.abs(ping!.MessageTime - Date.now())).toBeLessThan(10_000);
    }
    await eventually(() => fleet.state.unacknowledged === 0, 'all to be acknowledged');
    expect(ports.ingest.of('invalid')).toEqual([]);
  });

  it('is the same for the same seed in any order, and different for another seed', async () => {
    const firstPings = async (seed: number, units: FleetUnit[]) => {
      ports.ingest.stored.clear();
      const fleet = start(units, { seed });
      await eventually(() => units.every(({ UnitSerNum }) => of(UnitSerNum, 'ping').length > 0), 'pings');
      const pings = [VOICE, WATCH].map(({ UnitSerNum }) => ({ ...of(UnitSerNum, 'ping')[0], MessageTime: 0 }));
      fleet.close();
      await eventually(() => bridge.units === 0);
      return pings;
    };
    const first = await firstPings(1, [VOICE, WATCH]);
    expect(await firstPings(1, [WATCH, VOICE])).toEqual(first);
    expect(await firstPings(2, [VOICE, WATCH])).not.toEqual(first);
  });

  it('keeps working: it sends pings and events, and no message is invalid or lost', async () => {
    const fleet = start([VOICE, WATCH], { speed: 60_000 });
    await eventually(() => of('V00001', 'event').length > 2 && of('W00001', 'location').length > 0, 'events', 10_000);
    await eventually(() => of('W00001', 'lifecycle').some(({ kind }) => kind === 'Charge Start'), 'a charge', 10_000);
    await eventually(() => of('V00001', 'ping').length > 10 && of('W00001', 'activity').length > 2, 'pings', 10_000);
    expect(ports.ingest.of('invalid')).toEqual([]);
    await eventually(() => fleet.state.unacknowledged < 50, 'most acknowledgements');
  }, 30_000);

  it('uses the heartbeat interval that the server sets', async () => {
    ports.heartbeatSeconds = 1;
    start([VOICE], { speed: 1 });
    await eventually(() => bridge.units === 1);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(ports.events('V00001')).not.toContain('UnitDisconnect');
  }, 10_000);

  it('reconnects after a lost connection, and loses no unacknowledged report', async () => {
    const fleet = start([VOICE, WATCH], { pingEverySeconds: 30 });
    await eventually(() => fleet.state.served === 2 && fleet.state.unacknowledged === 0);
    ports.ingest.failing = true;
    const before = ports.ingest.handedOver.length;
    await eventually(() => ports.ingest.handedOver.length > before, 'a report', 20_000);
    await eventually(() => fleet.state.served < 2, 'a cut line');
    expect(fleet.state.unacknowledged).toBeGreaterThan(0);
    ports.ingest.failing = false;
    await eventually(
      () => fleet.state.served === 2 && fleet.state.unacknowledged === 0,
      'all to be acknowledged',
      20_000,
    );
    const ids = ports.ingest.handedOver.filter(({ kind }) => kind === 'report').map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(ports.ingest.of('report').map(({ id }) => id)));
  }, 45_000);

  it('stays away after a refusal, and reconnects after a redirect', async () => {
    ports.admissions.set('V00001', { accepted: false, reason: 'unknownUnit' });
    start([VOICE], { speed: 1_000 });
    await eventually(() => ports.ingest.of('invalid').length === 1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(ports.ingest.of('invalid')).toHaveLength(1);
    ports.admissions.clear();
    await eventually(() => bridge.units === 1, 'the next attempt');
  });

  it('disconnects when it is closed', async () => {
    const fleet = start([VOICE, WATCH]);
    await eventually(() => bridge.units === 2);
    fleet.close();
    await eventually(() => bridge.units === 0);
    expect(ports.console('V00001').at(-1)).toMatchObject({ event: 'UnitDisconnect', reason: 'closed by unit' });
  });
});

describe('an MXD-LTE', () => {
  beforeEach(() => void start([VOICE], { seed: 3 }));

  it('answers Query with its state', async () => {
    expect(await command('V00001', 'Query')).toMatchObject({ outcome: 'done', answer: { mode: 'Ready' } });
    expect(of('V00001', 'status').at(-1)).toMatchObject({
      mode: 'Ready',
      speakerVol: 5,
      micVol: 5,
    });
  });

  it('changes mode, pairs an accessory there, and is ready again', async () => {
    expect(await command('V00001', 'GoToMode', { mode: 'Pairing', zone: 7 })).toMatchObject({
      answer: { mode: 'Pairing' },
    });
    expect(of('V00001', 'status').at(-1)).toMatchObject({ mode: 'Pairing', zone: 7 });
    await eventually(
      () => of('V00001', 'rf').some(({ zone, state }) => zone === 7 && state === 'added'),
      'the accessory',
    );
    await eventually(() => of('V00001', 'status').at(-1)?.mode === 'Ready', 'Ready');
  });

  it('changes the carrier and reports it in its next login and pings', async () => {
    await command('V00001', 'GoToMode', { mode: 'AT&T' });
    await eventually(() => of('V00001', 'status').at(-1)?.text === 'Registered with AT&T');
    await command('V00001', 'forcePing');
    await eventually(() => of('V00001', 'ping').some(({ pingReason }) => pingReason === 'Forced'));
    expect(of('V00001', 'ping').at(-1)).toMatchObject({ carrier: 0 });
  });

  it('sets its volumes within 1 to 9', async () => {
    expect(await command('V00001', 'SpeakerVol', { level: 8 })).toMatchObject({
      outcome: 'done',
      answer: { level: 8 },
    });
    expect(await command('V00001', 'MicVol', { level: 2 })).toMatchObject({ outcome: 'done' });
    expect(of('V00001', 'status').at(-1)).toMatchObject({ speakerVol: 8, micVol: 2 });
    expect(await command('V00001', 'SpeakerVol', { level: 10 })).toMatchObject({ outcome: 'badArgument' });
  });

  it('calls and hangs up, and reports the call', async () => {
    await command('V00001', 'MakeCall', { phoneNumber: '18005550123' });
    await eventually(() => of('V00001', 'status').at(-1)?.callState === 'in call', 'the call');
    expect(of('V00001', 'status').at(-1)).toMatchObject({ voiceMode: true });
    expect(await command('V00001', 'HangUp')).toMatchObject({ outcome: 'done' });
    await eventually(() => of('V00001', 'call').length === 1);
    expect(of('V00001', 'call')[0]).toMatchObject({
      direction: 'outgoing',
      phoneNumber: '18005550123',
      outcome: 'hung up',
    });
    expect(await command('V00001', 'HangUp')).toMatchObject({ outcome: 'refused' });
  });

  it('raises an event, plays messages, runs, records and stays alive on command', async () => {
    expect(await command('V00001', 'MakeEvent', { EventCode: 101, zone: 2 })).toMatchObject({ outcome: 'done' });
    expect(of('V00001', 'event').at(-1)).toMatchObject({ EventCode: 101, zone: 2, test: true });
    expect(await command('V00001', 'PlayMultiMessage', { messages: '3,4' })).toMatchObject({ outcome: 'done' });
    for (const wrong of [{ message: '3' }, { messages: 'TakeMedication' }, { messages: '' }, {}])
      expect(await command('V00001', 'PlayMultiMessage', wrong)).toMatchObject({ outcome: 'badArgument' });
    expect(await command('V00001', 'VoiceCmd', { voice: 'record' })).toMatchObject({ answer: { recordMode: true } });
    expect(await command('V00001', 'Run')).toMatchObject({ outcome: 'done' });
    const shown = of('V00001', 'status').length;
    expect(await command('V00001', 'StayAlive')).toMatchObject({ outcome: 'done' });
    expect(of('V00001', 'status')).toHaveLength(shown);
  });

  it('knows every command that the voice console sends, and says so of any other [P2-C116]', async () => {
    const given: Readonly<Record<string, Record<string, unknown>>> = {
      GoToMode: { mode: 'Ready' },
      SpeakerVol: { level: 5 },
      MicVol: { level: 5 },
      MakeCall: { phoneNumber: '18005550123' },
      VoiceCmd: { voice: 'record' },
      PlayMultiMessage: { messages: '3' },
      RemoteLog: { on: false },
      MakeEvent: { EventCode: 101 },
    };
    const names = consoleCommands('MXD-LTE', { engineer: true }).map(({ name }) => name);
    for (const name of [KEEP_ALIVE, ...names.filter((one) => one !== 'HangUp' && one !== 'Reboot')])
      expect(await command('V00001', name, given[name]), name).toMatchObject({ outcome: 'done' });
    expect(await command('V00001', 'HangUp')).toMatchObject({ outcome: 'done' });
    expect(await command('V00001', 'Dance')).toMatchObject({ outcome: 'unknownCommand' });
  });

  it('sends its log while remote logging is on', async () => {
    await command('V00001', 'RemoteLog', { on: true });
    await eventually(() => of('V00001', 'debugLog').length > 1, 'log lines');
    await command('V00001', 'RemoteLog', { on: false });
    await new Promise((resolve) => setTimeout(resolve, 60));
    const lines = of('V00001', 'debugLog').length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(of('V00001', 'debugLog')).toHaveLength(lines);
  });

  it('reboots: reports it, disconnects, and returns with a new boot after some seconds', async () => {
    expect(await command('V00001', 'Reboot')).toMatchObject({ outcome: 'done' });
    await eventually(
      () => ports.events('V00001').filter((event) => event === 'UnitConnected').length === 2,
      'the return',
    );
    const told = ports
      .events('V00001')
      .filter((event) => ['Reboot', 'UnitDisconnect', 'UnitConnected'].includes(event));
    expect(told).toEqual(['UnitConnected', 'Reboot', 'UnitDisconnect', 'UnitConnected']);
    const [first, second] = ports.ingest.of('login').map((entry) => (entry.kind === 'login' ? entry.bootId : 0));
    expect(second).toBe(first! + 1);
    await eventually(() => of('V00001', 'lifecycle').filter(({ kind }) => kind === 'Power On').length === 2);
  });

  it('reports an unknown command', async () => {
    expect(await command('V00001', 'Dance')).toMatchObject({ outcome: 'unknownCommand' });
    expect(await command('V00001', 'GoToMode', { mode: 'Dance' })).toMatchObject({ outcome: 'badArgument' });
  });

  it('shows its progress while it fetches its changes', async () => {
    const behind = await eventuallyBehind();
    await command(behind, 'Query');
    await eventually(() => of(behind, 'status').at(-1)?.synced === true, 'the end of the sync');
    const steps = of(behind, 'status').flatMap(({ progressValue, progressMax }) =>
      progressMax ? [`${progressValue}/${progressMax}`] : [],
    );
    expect(steps).toEqual(Array.from({ length: 8 }, (_, step) => `${step}/8`));
  });

  /** Some units have not fetched their changes when they start; the seed decides which. */
  async function eventuallyBehind(): Promise<string> {
    const serials = Array.from({ length: 30 }, (_, index) => `B${10_000 + index}`);
    start(
      serials.map((UnitSerNum) => ({ ...VOICE, UnitSerNum })),
      { seed: 3 },
    );
    await eventually(() => bridge.units === 31);
    for (const UnitSerNum of serials) {
      await command(UnitSerNum, 'GoToMode', { mode: 'Ready' });
      if (of(UnitSerNum, 'status').at(-1)?.synced === false) return UnitSerNum;
    }
    throw new Error('All units have their changes');
  }
});

it('an MXD-LTE with two SIMs logs in over the SIM of the carrier that it is told', async () => {
  const sims = [
    { ICCID: '89011700000000070001', carrier: 0 },
    { ICCID: '89148000000000070007', carrier: 1 },
  ];
  start([{ ...VOICE, ICCID: sims[0]!.ICCID, carrier: 0, sims }], { seed: 3 });
  const logins = () => ports.ingest.of('login').map((login) => ('message' in login ? (login.message as object) : {}));
  await eventually(() => logins().length === 1, 'the first login');
  expect(logins()[0]).toMatchObject({ ICCID: sims[0]!.ICCID, activeSimSlot: 0, carrier: 0 });
  await command('V00001', 'GoToMode', { mode: 'Telus' });
  await eventually(() => of('V00001', 'status').at(-1)?.text === 'There is no SIM of Telus', 'the refusal');
  await command('V00001', 'GoToMode', { mode: 'Verizon' });
  await eventually(() => logins().length > 1, 'the login over the other SIM');
  expect(logins().at(-1)).toMatchObject({ ICCID: sims[1]!.ICCID, activeSimSlot: 1, carrier: 1 });
});

describe('a wearable', () => {
  beforeEach(() => void start([WATCH], { seed: 5 }));

  it('knows every command that the wearable console sends [P2-C123]', async () => {
    const given: Readonly<Record<string, Record<string, unknown>>> = {
      RTO: { message: 'GPS' },
      CHIME: { seconds: 20 },
    };
    const names = consoleCommands('myConnect', { engineer: true }).map(({ name }) => name);
    for (const name of [KEEP_ALIVE, ...names.filter((one) => one !== 'reboot'), 'reboot'])
      expect(await command('W00001', name, given[name]), name).toMatchObject({ outcome: 'done' });
  });

  it('says that it does not know a command [P2-C123]', async () => {
    expect(await command('W00001', 'Dance')).toMatchObject({ outcome: 'unknownCommand' });
  });

  it('describes its hub after it has started', async () => {
    await eventually(() => of('W00001', 'hub').length === 1, 'a hub');
    expect(of('W00001', 'hub')[0]).toMatchObject({ myHubStatus: 'Connected', myHubDevType: 'myHub' });
  });

  it('sends a ping and its state on request', async () => {
    await command('W00001', 'forcePing');
    await eventually(() => of('W00001', 'ping').at(-1)?.pingReason === 'Forced');
    await command('W00001', 'VoiceCmd Query');
    expect(of('W00001', 'info').at(-1)).toMatchObject({ FirmVer: '4.2.31.3.7' });
    await command('W00001', 'SyncChanges');
    await eventually(() => of('W00001', 'info').at(-1)?.synced === true);
  });

  it('answers a location request with an old fix at once and a fresh one later', async () => {
    const { commandId, outcome } = await command('W00001', 'RTO', { message: 'GPS' });
    expect(outcome).toBe('done');
    await eventually(() => of('W00001', 'location').some(({ locationType }) => locationType === 'GPS'), 'a fix', 5_000);
    const answers = of('W00001', 'location').filter((report) => report.commandId === commandId);
    expect(answers.map(({ locationType }) => locationType)).toEqual(['OldGPS', 'GPS']);
    for (const { latitude, longitude, reportType } of answers) {
      expect(reportType).toBe('Real Time');
      expect(Math.abs(latitude!)).toBeLessThan(90);
      expect(Math.abs(longitude!)).toBeLessThan(180);
    }
    expect(answers[1]!.gpsTimeStamp).toBeGreaterThan(answers[0]!.gpsTimeStamp!);
  });

  it('chimes for 20 to 240 seconds', async () => {
    const { commandId } = await command('W00001', 'CHIME', { seconds: 30 });
    expect(of('W00001', 'operation').at(-1)).toMatchObject({ operation: 'CHIME', commandId, seconds: 30 });
    expect(await command('W00001', 'CHIME', { seconds: 19 })).toMatchObject({ outcome: 'badArgument' });
    expect(await command('W00001', 'CHIME', { seconds: 241 })).toMatchObject({ outcome: 'badArgument' });
  });

  it('lists the access points of its home', async () => {
    await command('W00001', 'HOMEWIFIQ');
    const answer = of('W00001', 'operation').at(-1);
    expect(answer?.operation).toBe('HOMEWIFIQ');
    expect(answer?.accessPoints.length).toBeGreaterThan(0);
  });

  it('reboots and returns', async () => {
    await command('W00001', 'reboot');
    await eventually(
      () => of('W00001', 'lifecycle').filter(({ kind }) => kind === 'Power On').length === 2,
      'the return',
      5_000,
    );
    const kinds = of('W00001', 'lifecycle').map(({ kind }: LifecycleReport) => kind);
    expect(kinds).toEqual(['Power On', 'Reboot', 'Power On']);
  });
});

it('a fleet without a bridge keeps trying, at growing intervals', async () => {
  await bridge.close();
  const reachable = () =>
    new Promise<boolean>((resolve) => {
      const probe = connect(bridge.unitPort, '127.0.0.1');
      probe.once('connect', () => resolve(true));
      probe.once('error', () => resolve(false));
    });
  expect(await reachable()).toBe(false);
  const fleet = start([VOICE], { speed: 1_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(fleet.state.served).toBe(0);
  const again = await aBridge(ports, { unitPort: bridge.unitPort });
  await eventually(() => again.units === 1, 'the unit', 5_000);
  fleet.close();
  await again.close();
});
