import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { codecOf } from '#protocol/models.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { UnitConnection } from '#scripts/simulate/connection.ts';
import { eventually, MemoryPorts, NO_LIMITS } from '#support/bridge.ts';
import { type BridgeProcess, bridgeProcess } from '#support/bridge-process.ts';

const UNITS = 200;
/** The longest delay that the bridge gives a unit. Deployed ones give all but those with a console in use up to half a minute. */
const RETURN_SPREAD_SECONDS = 2;
/** Milliseconds on a quiet machine. With the delay, a unit is back within the 5 s that a console may be without it. */
const LONGEST_LOGIN_MS = 3_000;
const REPORT_EVERY_MS = 100;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Like the load balancer, it passes new connections to one bridge, and leaves the old ones where they are. */
async function aLoadBalancer(first: BridgeProcess) {
  let target = first;
  let dials = 0;
  const sockets = new Set<Socket>();
  const server = createServer((unit) => {
    dials += 1;
    const bridge = connect({ port: target.unitPort, host: '127.0.0.1', noDelay: true });
    for (const [from, to] of [
      [unit, bridge],
      [bridge, unit],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    get dials() {
      return dials;
    },
    port: (server.address() as AddressInfo).port,
    passTo(bridge: BridgeProcess) {
      target = bridge;
    },
  };
}

/** A simulated unit that reports all the time, and notes when it was served. */
function aReportingUnit(index: number, port: number) {
  const UnitSerNum = `R${1_000 + index}`;
  const served: number[] = [];
  let said = 0;
  const connection = new UnitConnection({
    ...{ host: '127.0.0.1', port, speed: 1, random: seededRandom(index), codec: codecOf('MXD-LTE'), bootId: 1 },
    login: () => ({ imei: '356938035643809', UnitSerNum, UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' }),
    onServed: () => served.push(Date.now()),
    onCommand: () => {},
    onHandled: () => {},
    onConfiguration: () => {},
    onUpdate: () => {},
    onDownload: () => {},
  });
  connection.dial();
  closing.push(() => connection.close());
  return {
    UnitSerNum,
    served,
    get said() {
      return said;
    },
    get unacknowledged() {
      return connection.unacknowledged;
    },
    report() {
      said += 1;
      connection.say({ type: 'event', MessageTime: Date.now(), EventCode: 101 });
    },
  };
}

it('a rolling deploy moves every unit to the other bridge after its own delay and one login, and loses no report', {
  timeout: 120_000,
}, async () => {
  const ports = new MemoryPorts();
  const settings = { ...NO_LIMITS, returnSpreadSeconds: RETURN_SPREAD_SECONDS };
  const [leaving, staying] = await Promise.all([bridgeProcess(ports, settings), bridgeProcess(ports, settings)]);
  closing.push(
    () => leaving.kill(),
    () => staying.kill(),
  );
  const balancer = await aLoadBalancer(leaving);
  const units = Array.from({ length: UNITS }, (_, index) => aReportingUnit(index, balancer.port));
  await eventually(() => units.every(({ served }) => served.length === 1), 'all units', 30_000);

  let next = 0;
  const reporting = setInterval(() => {
    for (let count = 0; count < 10; count++) units[next++ % UNITS]!.report();
  }, REPORT_EVERY_MS);
  closing.push(() => clearInterval(reporting));
  balancer.passTo(staying);
  expect(await leaving.terminate()).toBe(0);
  await eventually(() => units.every(({ served }) => served.length === 2), 'all units to be back', 30_000);
  clearInterval(reporting);
  await eventually(() => units.every(({ unacknowledged }) => unacknowledged === 0), 'the acknowledgements', 30_000);

  // Each dialled once more, after the delay that the bridge gave it.
  expect(balancer.dials).toBe(2 * UNITS);
  const ends = new Map(ports.ingest.of('disconnect').map((end) => [(end as { UnitSerNum: string }).UnitSerNum, end]));
  const owners = new Set(units.map(({ UnitSerNum }) => ports.claims.ownerOf(UnitSerNum)));
  for (const { UnitSerNum, served, said } of units) {
    const end = ends.get(UnitSerNum)!;
    expect(end).toMatchObject({ reason: 'bridge draining' });
    expect(served[1]! - end.receivedAt, UnitSerNum).toBeLessThan(RETURN_SPREAD_SECONDS * 1_000 + LONGEST_LOGIN_MS);
    expect(ports.ingest.reportsOf(UnitSerNum)).toHaveLength(said);
    expect(ports.claims.held.get(UnitSerNum)).toMatchObject({ fence: 2 });
  }
  const health = (await (await fetch(`${staying.commandUrl}/health`)).json()) as Record<string, unknown>;
  expect(health).toMatchObject({ units: UNITS });
  expect([...owners]).toEqual([health.bridgeId]);
});
