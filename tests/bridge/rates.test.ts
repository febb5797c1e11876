import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge, BridgeSettings } from '#bridge/bridge.ts';
import type { UpMessage } from '#core/unit-messages/messages.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;
let now: number;
const RATES: Partial<BridgeSettings> = {
  reportRate: { burst: 5, perMinute: 60 },
  eventRate: { burst: 20, perMinute: 600 },
};

beforeEach(async () => {
  ports = new MemoryPorts();
  now = Date.now();
  bridge = await aBridge(ports, RATES, { now: () => now });
});
afterEach(() => bridge.close());

const lifecycle = (): UpMessage => ({ type: 'lifecycle', MessageTime: now, kind: 'Charge Start' });
const codesOf = (unit: TestUnit) =>
  unit.heard.flatMap(({ message }) => (message.type === 'error' ? [message.code] : []));

describe('a unit that reports too often', () => {
  it('has to send its reports again later, and none of them is lost or acknowledged before', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const said = Array.from({ length: 12 }, () => {
      const message = lifecycle();
      return { message, sequence: unit.say(message) };
    });
    await eventually(() => codesOf(unit).length === 7, 'seven postponed');
    expect(unit.acknowledged).toEqual(said.slice(0, 5).map(({ sequence }) => sequence));
    const { message } = await unit.hears('error');
    expect(message).toMatchObject({ code: 27, retryAfterSeconds: 30 });
    expect(ports.ingest.of('report')).toHaveLength(5);

    now += 30_000;
    for (const { message: again, sequence } of said.slice(5, 10)) unit.say(again, sequence);
    await eventually(() => ports.ingest.of('report').length === 10);
    now += 30_000;
    for (const { message: again, sequence } of said.slice(10)) unit.say(again, sequence);
    for (const { sequence } of said.slice(5)) await unit.isAcknowledged(sequence);
    expect(ports.ingest.of('report')).toHaveLength(12);
  });

  it('gets an alarm through at once, in the middle of a flood', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const flood = (count: number) => Array.from({ length: count }, () => unit.frame(lifecycle(), ++unit.sequence));
    const before = flood(500);
    const alarm = ++unit.sequence;
    unit.write(Buffer.concat([...before, unit.frame(unit.event(101, now), alarm), ...flood(500)]));
    await unit.isAcknowledged(alarm);
    expect(ports.ingest.reportsOf('A1B2C3').filter((type) => type === 'event')).toHaveLength(1);
    await eventually(() => codesOf(unit).length === 995, 'the others to be postponed');
    expect(ports.ingest.of('report')).toHaveLength(6);
  });

  it('gets no new rate by a new connection, and does not slow other units', async () => {
    const first = await TestUnit.loggedIn(bridge);
    for (let count = 0; count < 6; count++) first.say(lifecycle());
    await first.hears('error');
    const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { sequence: first.sequence });
    again.say(lifecycle());
    expect((await again.hears('error')).message.code).toBe(27);
    const other = await TestUnit.loggedIn(bridge, 'OTHER1');
    await other.isAcknowledged(other.say(lifecycle()));
  });

  it('gets no new rate at other bridges, whichever it comes to, and has its ping, its configuration and its alarms stored all the same', async () => {
    const rates = { ...RATES, reportRate: { burst: 20, perMinute: 60 } };
    const others = await Promise.all(
      ['b', 'c'].map((bridgeId) => aBridge(ports, { ...rates, bridgeId }, { now: () => now })),
    );
    try {
      let { sequence } = await TestUnit.loggedIn(bridge);
      for (const at of [...others, ...others]) {
        const unit = await TestUnit.loggedIn(at, 'A1B2C3', { sequence });
        const before = ports.ingest.of('report').length;
        for (let count = 0; count < 12; count++) unit.say(lifecycle());
        await eventually(() => codesOf(unit).length === 4, 'all but eight postponed');
        await unit.isAcknowledged(unit.say(unit.event(101, now)));
        expect(ports.ingest.of('report')).toHaveLength(before + 9);
        ({ sequence } = unit);
      }
      now += 10_000;
      const unit = await TestUnit.loggedIn(others[0]!, 'A1B2C3', { sequence });
      for (let count = 0; count < 12; count++) unit.say(lifecycle());
      await eventually(() => codesOf(unit).length === 2, 'what it has not earned since');
    } finally {
      for (const one of others) await one.close();
    }
  });

  it('is one entry a minute in the log of invalid messages', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    for (let count = 0; count < 12; count++) unit.say(lifecycle());
    await eventually(() => codesOf(unit).length === 7);
    expect(ports.ingest.of('invalid')).toMatchObject([{ error: 'tooManyReports', UnitSerNum: 'A1B2C3' }]);
  });

  it('is answered for a repeated report, which costs no rate', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const message = lifecycle();
    const sequence = unit.say(message);
    await unit.isAcknowledged(sequence);
    for (let count = 0; count < 20; count++) unit.say(message, sequence);
    for (let count = 0; count < 4; count++) await unit.isAcknowledged(unit.say(lifecycle()));
    expect(codesOf(unit)).toEqual([]);
  });
});

describe('a unit that logs in without end', () => {
  it('has to wait, and no other login of it is claimed or stored', async () => {
    const strict = await aBridge(ports, { loginRate: { burst: 3, perMinute: 60 } }, { now: () => now });
    for (let sequence = 0; sequence < 3; sequence++) await TestUnit.loggedIn(strict, 'A1B2C3', { sequence });
    const refused = await TestUnit.dial(strict);
    refused.say(refused.login());
    const { message } = await refused.hears('loginRefused');
    expect(message).toMatchObject({ code: 7, retryAfterSeconds: 30 });
    expect(ports.claims.held.get('A1B2C3')).toMatchObject({ fence: 3 });
    expect(ports.ingest.of('login')).toHaveLength(3);
    expect(ports.ingest.of('invalid')).toMatchObject([{ error: 'tooManyLogins' }]);
    await TestUnit.loggedIn(strict, 'OTHER1');
    now += 1_000;
    await TestUnit.loggedIn(strict, 'A1B2C3', { sequence: 9 });
    await strict.close();
  });
});

describe('a unit with alarms without end', () => {
  it('has them stored at their own, higher rate', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    for (let count = 0; count < 30; count++) unit.say(unit.event(101, now));
    await eventually(() => codesOf(unit).length === 10);
    expect(ports.ingest.of('report')).toHaveLength(20);
    now += 1_000;
    for (let count = 0; count < 10; count++) await unit.isAcknowledged(unit.say(unit.event(102, now)));
  });
});

describe('frames in a flood', () => {
  it('of one connection are read at their rate, while other units are served', async () => {
    const slow = await aBridge(ports, { framesPerSecond: 100 });
    try {
      const flooder = await TestUnit.loggedIn(slow, 'FLOOD1');
      const heartbeat = flooder.frame({ type: 'heartbeat' }, 9);
      flooder.write(Buffer.concat(Array.from({ length: 1_500 }, () => heartbeat)));
      await eventually(() => flooder.heard.length > 0);
      const other = await TestUnit.loggedIn(slow, 'OTHER1');
      await other.isAcknowledged(other.say(other.event()));
      flooder.write(Buffer.concat(Array.from({ length: 1_500 }, () => heartbeat)));
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(flooder.heard.length).toBeLessThan(3_000);
    } finally {
      await slow.close();
    }
  });
});
