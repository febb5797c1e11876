import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import type { UpMessage } from '#core/unit-messages/messages.ts';
import type { DownMessage } from '#core/unit-messages/session.ts';
import { codecOf, down } from '#protocol/models.ts';
import { loggedScript } from '#scripts/simulate/script/logged-script.ts';
import { play } from '#scripts/simulate/script/play.ts';
import { writtenScript } from '#scripts/simulate/script/written-script.ts';
import { seededFleet } from '#scripts/simulate/seeded-fleet.ts';
import { aBridge, eventually, MemoryPorts, NO_LIMITS, post } from '#support/bridge.ts';

const THEN = Date.parse('2026-03-01T10:00:00.000Z');
const UNIT = { UnitSerNum: 'V00001', model: 'MXD-LTE', imei: '356938035643809', firmware: '2.2.0.0.5' } as const;

/** The header and the rows of an exported protocol log, the newest first. */
const COLUMNS =
  'MessageTime,Origin,Destination,UnitSerNum,imei,messageType,mainDisplay,payload,payloadLength,dataUsed,RawData';
const logOf = (rows: readonly (readonly [at: number, messageType: string, frame?: Uint8Array])[]) =>
  [
    COLUMNS,
    ...rows
      .map(([at, messageType, frame]) => {
        const [from, to] = messageType === 'command' ? ['Server', 'Unit'] : ['Unit', 'Server'];
        const hex = frame ? Buffer.from(frame).toString('hex') : '';
        return `${instant(at)},${from},${to},V00001,356938035643809,${messageType},"In words, with a comma",,0,0,${hex}`;
      })
      .reverse(),
  ].join('\r\n');
const up = (message: UpMessage, sequence = 1) => codecOf('MXD-LTE').encode(message, sequence);
const toUnit = (message: DownMessage, sequence = 1) => down.encode(message, sequence);
const login = (bootId: number) =>
  up({
    ...{ type: 'login', imei: UNIT.imei, UnitSerNum: 'V00001', UnitModel: 'MXD-LTE', FirmVer: '1.2.3.4' },
    ...{ protocolVersion: 1, bootId, lastSequence: 0 },
  });

const LOG = logOf([
  [THEN, 'login', login(1)],
  [THEN + MINUTE, 'event', up({ type: 'event', MessageTime: THEN + MINUTE, EventCode: 101 })],
  [
    THEN + 2 * MINUTE,
    'command',
    toUnit({ type: 'command', commandId: 'c1', command: 'Query', expiresAt: THEN, arguments: {} }),
  ],
  [
    THEN + 2 * MINUTE + 500,
    'commandResult',
    up({
      type: 'commandResult',
      MessageTime: THEN,
      commandId: 'c1',
      outcome: 'refused',
      text: 'In a call',
      answer: {},
    }),
  ],
  [THEN + 3 * MINUTE, 'disconnect'],
  [THEN + 4 * MINUTE, 'login', login(2)],
  // It waited at the unit for an hour.
  [THEN + 5 * MINUTE, 'event', up({ type: 'event', MessageTime: THEN + 5 * MINUTE - HOUR, EventCode: 102 })],
]);

describe('the script of an exported log', () => {
  it('has the reports with their distances and delays, the lost connection, the start and the answers', () => {
    const { model, steps, answers } = loggedScript(LOG);
    expect(model).toBe('MXD-LTE');
    expect(steps).toEqual([
      { at: MINUTE, say: { type: 'event', MessageTime: 0, EventCode: 101 } },
      { at: 3 * MINUTE, do: 'restart', seconds: 60 },
      { at: 5 * MINUTE, say: { type: 'event', MessageTime: -HOUR, EventCode: 102 } },
    ]);
    expect(answers.get('Query')).toEqual([{ outcome: 'refused', text: 'In a call', answer: {} }]);
  });

  it('keeps the time without a connection, with and without a start that the log does not show', () => {
    const log = logOf([
      [THEN, 'login', login(1)],
      [THEN + MINUTE, 'disconnect'],
      [THEN + 3 * MINUTE, 'login', login(1)],
      [THEN + 4 * MINUTE, 'event', up({ type: 'event', MessageTime: THEN + 4 * MINUTE, EventCode: 101 })],
      [THEN + 5 * MINUTE, 'login', login(2)],
    ]);
    expect(loggedScript(log).steps).toEqual([
      { at: MINUTE, do: 'drop', seconds: 120 },
      { at: 4 * MINUTE, say: { type: 'event', MessageTime: 0, EventCode: 101 } },
      { at: 4.5 * MINUTE, do: 'restart', seconds: 30 },
    ]);
  });

  it('takes an idle unit that starts for connected until then', () => {
    const log = logOf([
      [THEN, 'login', login(1)],
      [THEN + 6 * HOUR, 'login', login(2)],
      [THEN + 6 * HOUR + 10_000, 'login', login(3)],
    ]);
    expect(loggedScript(log).steps).toEqual([
      { at: 6 * HOUR - 30_000, do: 'restart', seconds: 30 },
      { at: 6 * HOUR, do: 'restart', seconds: 10 },
    ]);
  });

  it('of a wearable without a login is recognised by its messages', () => {
    const MessageTime = THEN;
    const frame = codecOf('myConnect').encode(
      { type: 'operation', MessageTime, operation: 'CHIME', seconds: 20, accessPoints: [] },
      1,
    );
    expect(loggedScript(logOf([[THEN, 'operation', frame]]))).toMatchObject({
      model: 'myConnect',
      steps: [{ at: 0, say: { type: 'operation', operation: 'CHIME' } }],
    });
  });

  it.each([
    ['another table', 'UnitSerNum,Dealer\nA1B2C3,1', /Line 2/],
    ['no message', COLUMNS, /The log has no messages/],
  ])('is refused if the text is %s', (_, text, words) => {
    expect(() => loggedScript(text)).toThrow(expect.objectContaining({ message: expect.stringMatching(words) }));
  });
});

describe('a script that a person wrote', () => {
  it('has a step or an answer in each line', () => {
    const text = [
      '# An alarm in a lost connection',
      '{"model":"MXD-LTE"}',
      '{"after":5,"say":{"type":"event","EventCode":101,"awaitsHandling":true}}',
      '{"after":1,"do":"half-open"}',
      '{"wait":60}',
      '{"answer":"Reboot","outcome":"refused","text":"In a call"}',
    ].join('\n');
    const { steps, answers } = writtenScript(text);
    expect(steps).toEqual([
      { at: 5_000, say: { type: 'event', MessageTime: 0, EventCode: 101, awaitsHandling: true } },
      { at: 6_000, do: 'half-open' },
      { at: 66_000, wait: true },
    ]);
    expect(answers.get('Reboot')).toEqual([{ outcome: 'refused', text: 'In a call', answer: {} }]);
  });

  it.each([
    ['no JSON', '{"model":"MXD-LTE"}\nnonsense', /^Line 2: /],
    ['an unknown deed', '{"do":"fly"}', /^Line 1: /],
    ['an unknown report', '{"say":{"type":"fly"}}', /^Line 1: /],
    ['a login', '{"say":{"type":"login"}}', /^Line 1: login is not a report/],
    ['a report without a field', '{"say":{"type":"event"}}', /^Line 1: /],
  ])('names the line with %s', (_, text, words) => {
    expect(() => writtenScript(text)).toThrow(expect.objectContaining({ message: expect.stringMatching(words) }));
  });
});

describe('a unit that plays a script', () => {
  let ports: MemoryPorts;
  let bridge: Bridge;
  let folder: string;

  beforeEach(async () => {
    ports = new MemoryPorts();
    bridge = await aBridge(ports, NO_LIMITS);
    folder = mkdtempSync(path.join(tmpdir(), 'script-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await bridge.close();
  });

  const events = () =>
    ports.ingest
      .of('report')
      .flatMap((one) => (one.kind === 'report' && one.message.type === 'event' ? [one.message] : []));

  it('replays an exported log: reports as late as then, its start, and its answers', async () => {
    const began = Date.now();
    const playing = play({
      ...{ unit: UNIT, script: loggedScript(LOG), host: '127.0.0.1', port: bridge.unitPort, speed: 100 },
      tell: () => {},
    });
    await eventually(() => bridge.units === 1);
    const body = { UnitSerNum: 'V00001', command: 'Query', arguments: {}, expiresAt: Date.now() + 10_000 };
    await post(bridge, '/commands', { ...body, commandId: 'new1' });
    expect(await playing).toEqual({ reports: 2, refused: [], commands: 1 });
    const [first, late] = events();
    expect(events().map(({ EventCode }) => EventCode)).toEqual([101, 102]);
    expect(first!.MessageTime).toBeGreaterThanOrEqual(began);
    expect(late!.MessageTime).toBeLessThan(Date.now() - HOUR + 1_000);
    expect(late!.MessageTime).toBeGreaterThan(began - HOUR);
    expect(ports.console('V00001')).toContainEqual(
      expect.objectContaining({ event: 'CommandResult', commandId: 'new1', outcome: 'refused', text: 'In a call' }),
    );
    const boots = ports.ingest
      .of('login')
      .map((one) => 'message' in one && one.message.type === 'login' && one.message.bootId);
    expect(new Set(boots).size).toBe(2);
  });

  it('tells what the bridge refuses', async () => {
    const script = writtenScript('{"model":"myConnect"}\n{"say":{"type":"event","EventCode":101}}');
    const told: string[] = [];
    const unit = { ...UNIT, model: 'myConnect' as const };
    ports.admissions.set('V00001', { accepted: false, reason: 'unknownUnit' });
    const playing = play({
      unit,
      script,
      host: '127.0.0.1',
      port: bridge.unitPort,
      speed: 100_000,
      tell: (words) => told.push(words),
    });
    await eventually(() => told.some((words) => /^Refused login: /.test(words)), 'the refusal to be told');
    ports.admissions.clear();
    expect((await playing).reports).toBe(1);
  });

  it.each([
    ['refuses its login', true, /^The bridge did not accept the login of V00001 within 1 s: it refused login: ./],
    ['does not answer', false, /^The bridge did not accept the login of V00001 within 1 s: it does not answer$/],
  ])('gives up if the bridge %s', async (_, isThere, words) => {
    ports.admissions.set('V00001', { accepted: false, reason: 'unknownUnit' });
    if (!isThere) await bridge.close();
    const script = writtenScript('{"say":{"type":"event","EventCode":101}}');
    const playing = play({
      ...{ unit: UNIT, script, host: '127.0.0.1', port: bridge.unitPort, speed: 1, tell: () => {} },
      giveUpSeconds: 1,
    });
    await expect(playing).rejects.toThrow(expect.objectContaining({ message: expect.stringMatching(words) }));
  });

  it('gives up if the bridge does not acknowledge its last report', async () => {
    const script = writtenScript('{"after":1,"say":{"type":"event","EventCode":101}}');
    const playing = play({
      ...{ unit: UNIT, script, host: '127.0.0.1', port: bridge.unitPort, speed: 1, tell: () => {} },
      giveUpSeconds: 1,
    });
    playing.catch(() => {});
    await eventually(() => bridge.units === 1);
    ports.ingest.failing = true;
    const words = /^The bridge did not acknowledge the last reports of V00001 within 1 s: /;
    await expect(playing).rejects.toThrow(expect.objectContaining({ message: expect.stringMatching(words) }));
  });

  it('npm run simulate -- --play plays a file as a unit of the seeded fleet, and ends', async () => {
    const file = path.join(folder, 'problem.script');
    writeFileSync(file, '{"model":"myConnect"}\n{"say":{"type":"event","EventCode":101}}\n{"wait":1}\n');
    const where = ['--host', '127.0.0.1', '--port', String(bridge.unitPort)];
    const child = spawn(process.execPath, ['scripts/simulate/run.ts', ...where, '--play', file, '--speed', '10']);
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said).toMatch(/1 reports said, 0 refused, 0 commands answered/);
    const player = seededFleet(100).find(({ model }) => model === 'myConnect')!;
    expect(ports.ingest.of('report')).toMatchObject([{ UnitSerNum: player.UnitSerNum, message: { EventCode: 101 } }]);
  }, 60_000);

  it('npm run simulate -- --play says what is wrong with a file', async () => {
    const file = path.join(folder, 'problem.csv');
    writeFileSync(file, 'A,B\n1,2\n');
    const child = spawn(process.execPath, ['scripts/simulate/run.ts', '--play', file]);
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said).toMatch(/^Line 2: /);
  }, 60_000);
});
