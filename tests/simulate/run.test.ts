import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { seededFleet } from '#scripts/simulate/seeded-fleet.ts';
import { aBridge, eventually, MemoryPorts } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;
let folder: string;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports);
  folder = mkdtempSync(path.join(tmpdir(), 'simulated-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await bridge.close();
});

it('npm run simulate connects units of the seeded fleet until it is stopped', async () => {
  const serials = seededFleet(5).map(({ UnitSerNum }) => UnitSerNum);
  const versions = path.join(folder, 'versions.json');
  writeFileSync(versions, JSON.stringify({ [serials[0]!]: '9.9.9' }));
  const where = ['--host', '127.0.0.1', '--port', String(bridge.unitPort)];
  const command = ['scripts/simulate/run.ts', '--units', '5', ...where, '--versions', versions];
  const child = spawn(process.execPath, command, { stdio: 'ignore' });
  const exit = once(child, 'exit');
  await eventually(() => serials.every((serial) => ports.claims.ownerOf(serial)), 'five units', 15_000);
  expect(bridge.units).toBe(5);
  const kept = ports.ingest
    .of('login')
    .map((one) => ('message' in one && one.message.type === 'login' ? one.message : undefined))
    .filter((login) => login?.FirmVer === '9.9.9');
  expect(kept.map((login) => login?.UnitSerNum)).toEqual([serials[0]]);
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
