import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { aBridge, eventually, MemoryPorts, post, TestUnit } from '#support/bridge.ts';
import { bridgeProcess } from '#support/bridge-process.ts';

const open: Bridge[] = [];
let ports: MemoryPorts;

beforeEach(() => {
  ports = new MemoryPorts();
});
afterEach(async () => {
  for (const bridge of open.splice(0)) await bridge.close();
});

async function started(...given: Parameters<typeof aBridge>): Promise<Bridge> {
  const bridge = await aBridge(...given);
  open.push(bridge);
  return bridge;
}
const aMoment = (milliseconds = 60) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const DEAF = { superseded: () => {} };

describe('one bridge', () => {
  it('keeps the newest connection of a unit and closes the older one', async () => {
    const bridge = await started(ports);
    const older = await TestUnit.loggedIn(bridge);
    const newer = await TestUnit.loggedIn(bridge);
    await older.isClosed();
    await newer.isAcknowledged(newer.say(newer.event()));
    expect(bridge.units).toBe(1);
  });

  it('removes only the older connection when that closes late', async () => {
    const bridge = await started(ports);
    const older = await TestUnit.loggedIn(bridge);
    const newer = await TestUnit.loggedIn(bridge);
    await older.isClosed();
    await aMoment();
    expect(bridge.units).toBe(1);
    expect(ports.claims.ownerOf('A1B2C3')).toBeDefined();
    expect(ports.events('A1B2C3')).toEqual(['UnitConnected', 'UnitConnected']);
    expect(ports.ingest.of('disconnect')).toEqual([]);
    expect((await post(bridge, '/commands', aCommand())).status).toBe(202);
    await newer.hears('command');
  });

  it('releases a unit when its last connection closes, and reports it once', async () => {
    const bridge = await started(ports);
    const unit = await TestUnit.loggedIn(bridge);
    unit.end();
    await eventually(() => ports.events('A1B2C3').includes('UnitDisconnect'));
    expect(bridge.units).toBe(0);
    expect(ports.claims.ownerOf('A1B2C3')).toBeUndefined();
    expect(ports.console('A1B2C3').at(-1)).toMatchObject({ reason: 'closed by unit' });
    await eventually(() => ports.ingest.of('disconnect').length === 1);
  });

  it('stores the reports that a unit sent before it closed', async () => {
    const bridge = await started(ports);
    const unit = await TestUnit.loggedIn(bridge);
    for (let count = 0; count < 20; count++) unit.say(unit.event());
    unit.end();
    await eventually(() => ports.ingest.of('report').length === 20, '20 reports');
  });

  it('keeps the connection that was claimed last, whatever order the logins finish in', async () => {
    const bridge = await started(ports);
    const older = await TestUnit.dial(bridge);
    ports.ingest.shut();
    older.say(older.login());
    await eventually(() => ports.ingest.handedOver.length === 1);
    const release = ports.ingest.open.bind(ports.ingest);
    const slowPut = ports.ingest.put.bind(ports.ingest);
    ports.ingest.put = async (messages) => {
      for (const message of messages) ports.ingest.stored.set(message.id, message);
    };
    const newer = await TestUnit.loggedIn(bridge, 'A1B2C3', { sequence: 5 });
    ports.ingest.put = slowPut;
    release();
    await older.isClosed();
    await newer.isAcknowledged(newer.say(newer.event()));
    expect(ports.claims.held.get('A1B2C3')).toMatchObject({ fence: 2 });
    expect(ports.claims.ownerOf('A1B2C3')).toBeDefined();
  });
});

describe('two bridges', () => {
  it('the one with the latest connection owns the unit, and notifies the other at once', async () => {
    const first = await started(ports, { claimCheckMs: 600_000, leaseRenewalIntervalMs: 60_000 });
    const second = await started(ports, { claimCheckMs: 600_000, leaseRenewalIntervalMs: 60_000 });
    const older = await TestUnit.loggedIn(first);
    const newer = await TestUnit.loggedIn(second);
    await older.isClosed();
    expect([first.units, second.units]).toEqual([0, 1]);
    await aMoment();
    expect(ports.events('A1B2C3')).toEqual(['UnitConnected', 'UnitConnected']);
    expect((await post(first, '/commands', aCommand())).status).toBe(404);
    expect((await post(second, '/commands', aCommand())).status).toBe(202);
    await newer.hears('command');
  });

  it('one without the notification closes the lost unit when it checks its claims', async () => {
    const first = await started(ports, {}, { neighbours: DEAF });
    const second = await started(ports, {}, { neighbours: DEAF });
    const older = await TestUnit.loggedIn(first);
    await TestUnit.loggedIn(first, 'OTHER1');
    await TestUnit.loggedIn(second);
    await older.isClosed();
    await aMoment();
    expect([first.units, second.units]).toEqual([1, 1]);
    expect(ports.events('A1B2C3')).not.toContain('UnitDisconnect');
    expect(ports.leases.running.get(ports.claims.ownerOf('A1B2C3')!)).toMatchObject({
      bridgeAddress: second.commandUrl,
    });
  });

  it('alternately contacted by one unit agree in the end, and no report is lost', async () => {
    const both = [await started(ports), await started(ports)];
    const units: TestUnit[] = [];
    for (let round = 0; round < 20; round++) {
      const unit = await TestUnit.loggedIn(both[round % 2]!, 'A1B2C3', { bootId: 3, sequence: round * 2 });
      await unit.isAcknowledged(unit.say(unit.event(round)));
      units.push(unit);
    }
    for (const older of units.slice(0, -1)) await older.isClosed();
    const last = units.at(-1)!;
    await last.isAcknowledged(last.say(last.event(99)));
    expect(both.map(({ units: count }) => count)).toEqual([0, 1]);
    expect(ports.ingest.of('report')).toHaveLength(21);
    expect(ports.events('A1B2C3')).not.toContain('UnitDisconnect');
  });

  it('ignore a notification that is older than their connection', async () => {
    const bridge = await started(ports);
    const unit = await TestUnit.loggedIn(bridge);
    expect((await post(bridge, '/superseded', { UnitSerNum: 'A1B2C3', fence: 1 })).status).toBe(404);
    await unit.isAcknowledged(unit.say(unit.event()));
    expect((await post(bridge, '/superseded', { UnitSerNum: 'A1B2C3', fence: 2 })).status).toBe(200);
    await unit.isClosed();
  });

  it('one that cannot reach the table keeps its units and continues afterwards', async () => {
    const bridge = await started(ports);
    const unit = await TestUnit.loggedIn(bridge);
    const renew = ports.leases.renew.bind(ports.leases);
    ports.leases.renew = async () => {
      throw new Error('The table is down');
    };
    await eventually(() => ports.logged.some(({ message }) => message === 'The lease was not renewed'));
    await unit.isAcknowledged(unit.say(unit.event()));
    ports.leases.renew = renew;
    await aMoment(120);
    await unit.isAcknowledged(unit.say(unit.event()));
  });

  it('one whose lease lapsed closes the units that went elsewhere, at once, and keeps the others', async () => {
    let now = Date.now();
    const slow = { claimCheckMs: 1_000_000_000, leaseMs: 60_000 };
    const first = await started(ports, slow, { neighbours: DEAF, now: () => now });
    const second = await started(ports, slow, { neighbours: DEAF });
    const units = await Promise.all(
      Array.from({ length: 250 }, (_, index) => TestUnit.loggedIn(first, `UNIT${100 + index}`)),
    );
    const lost = units.at(-1)!;
    await TestUnit.loggedIn(second, lost.UnitSerNum);
    await aMoment(150);
    expect(first.units).toBe(250);
    now += 61_000;
    await lost.isClosed();
    await eventually(() => first.units === 249);
    expect(ports.events(lost.UnitSerNum)).not.toContain('UnitDisconnect');
  });

  it('one that has stopped has no lease; one that was killed keeps it to its end', async () => {
    const stopped = await aBridge(ports, { bridgeId: 'stopped' });
    expect(ports.leases.running.get('stopped')).toEqual({ bridgeId: 'stopped', bridgeAddress: stopped.commandUrl });
    await stopped.close();
    expect(ports.leases.running.has('stopped')).toBe(false);
    const killed = await bridgeProcess(ports, { bridgeId: 'killed' });
    await killed.kill();
    expect(ports.leases.running.has('killed')).toBe(true);
  });
});

describe('a connected unit that is silent', () => {
  it('causes no write: the bridge writes one lease for all its units', async () => {
    const bridge = await started(ports);
    await Promise.all(Array.from({ length: 30 }, (_, index) => TestUnit.loggedIn(bridge, `UNIT${10 + index}`)));
    const renewals = ports.leases.renewals;
    await eventually(() => ports.leases.renewals === renewals + 6, 'six renewals');
    expect(ports.claims.writes).toBe(30);
  });
});

let commands = 0;
const aCommand = () => ({
  commandId: `command${++commands}`,
  UnitSerNum: 'A1B2C3',
  command: 'Query',
  arguments: {},
  expiresAt: Date.now() + 5_000,
});
