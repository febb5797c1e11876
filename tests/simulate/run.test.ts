import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { seededFleet } from '#scripts/simulate/seeded-fleet.ts';
import { aBridge, eventually, MemoryPorts } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports);
});
afterEach(() => bridge.close());

it('npm run simulate connects units of the seeded fleet until it is stopped', async () => {
  const command = ['scripts/simulate/run.ts', '--units', '5', '--host', '127.0.0.1', '--port', String(bridge.unitPort)];
  const child = spawn(process.execPath, command, { stdio: 'ignore' });
  const exit = once(child, 'exit');
  const serials = seededFleet(5).map(({ UnitSerNum }) => UnitSerNum);
  await eventually(() => serials.every((serial) => ports.claims.ownerOf(serial)), 'five units', 15_000);
  expect(bridge.units).toBe(5);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await eventually(() => bridge.units === 0);
}, 20_000);

it('leaves destroyed units out of the fleet', () => {
  const fleet = seededFleet(300);
  expect(fleet).toHaveLength(300);
  expect(new Set(fleet.map(({ UnitSerNum }) => UnitSerNum)).size).toBe(300);
  expect(new Set(fleet.map(({ model }) => model))).toEqual(new Set(['MXD-LTE', 'myConnect', 'myConnect Air']));
});
