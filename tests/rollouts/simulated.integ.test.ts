import type { SQSRecord } from 'aws-lambda';
import { afterEach, expect, it, vi } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { type Fleet, startFleet } from '#scripts/simulate/fleet.ts';
import { aBridge, MemoryPorts, NO_LIMITS } from '#support/bridge.ts';
import { setClock } from '#support/clock.ts';
import { invoke } from '#support/invoke.ts';
import { eventOf } from '#support/queue.ts';
import {
  aRunningRollout,
  OLD,
  oneStage,
  pings,
  read,
  runAt,
  START,
  someUnits,
  testsOfRollouts,
  updates,
} from './support.ts';

testsOfRollouts();

let bridge: Bridge | undefined;
let fleet: Fleet | undefined;
afterEach(async () => {
  fleet?.close();
  await bridge?.close();
});

const deliver = (message: object) =>
  invoke(
    'on-unit-report',
    eventOf({ messageId: 'm', body: JSON.stringify(message), messageAttributes: {} } as unknown as SQSRecord),
  );

it.each([
  ['new', 'paused', 'Failed test calls: 4 of 4 units do worse than before'],
  ['old', 'running', undefined],
] as const)(
  'simulated units that fail test calls with the %s version leave the rollout %s',
  async (which, state, reason) => {
    const { tag, units, serials } = await someUnits(4);
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag, { watchHours: 24 }));
    for (const one of serials) await pings(one, START - 2 * HOUR, START + HOUR);
    await runAt(START);
    for (const one of serials) await updates(one, version.version);
    await runAt(START + 10 * MINUTE, 1);

    setClock(START + 30 * MINUTE);
    const ports = new MemoryPorts();
    bridge = await aBridge(ports, NO_LIMITS);
    fleet = startFleet({
      units: units.map(({ UnitSerNum, IMEI }) => ({
        ...{ UnitSerNum, model: 'MXD-LTE', imei: IMEI, firmware: version.version },
      })),
      ...{ host: '127.0.0.1', port: bridge.unitPort, speed: 2_000, dialOverSeconds: 0 },
      failsTestCallsWith: which === 'new' ? version.version : OLD,
    });
    const tests = () =>
      ports.ingest
        .of('report')
        .filter((one) => 'message' in one && one.message.type === 'test' && one.message.kind === 'voice');
    const hasReported = () => new Set(tests().map((one) => 'UnitSerNum' in one && one.UnitSerNum)).size === 4;
    if (which === 'new') await vi.waitUntil(hasReported, { timeout: 10_000 });
    fleet.close();
    for (const message of tests()) await deliver(message);

    await runAt(START + 2 * HOUR);
    const { state: now, reason: why, health } = await read(rolloutId, as);
    expect({ state: now, reason: why, compared: health.compared }).toEqual({ state, reason, compared: 4 });
  },
);
