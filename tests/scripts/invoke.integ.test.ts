import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { runScript } from './support.ts';

/** The state of a portal that runs: here the stand-ins and the table of this file. */
const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-invoke-'));

beforeAll(async () => {
  await aWorld();
  await aUser({ dealer: 1, userName: 'admin@watchkeep.example', type: 2 });
  const environment = { ...inject('environment'), TABLE_NAME: process.env.TABLE_NAME };
  writeFileSync(path.join(folder, 'environment.json'), JSON.stringify(environment));
});

const invoke = (...args: string[]) => runScript('invoke.ts', [...args, '--folder', folder]);

describe('npm run invoke', { timeout: 60_000 }, () => {
  it('calls an endpoint with its sample event, on behalf of a user', async () => {
    const { code, stdout, stderr } = await invoke('units', 'events/units/get.json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 200, body: { Unit: { UnitSerNum: '400220' } } });
  });

  it('calls it on behalf of nobody, too', async () => {
    const { stdout } = await invoke('units', 'events/units/get.json', '--as', '');
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it('gives a whole event to a function of events', async () => {
    const { code, stdout, stderr } = await invoke('on-bulk-action', 'events/on-bulk-action/share.json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ batchItemFailures: [] });
  });

  it.each([
    ['there is no such function', ['nothing', 'events/units/get.json'], 'There is no function nothing'],
    ['there is no such endpoint', ['units', 'events/auth/login.json'], 'units has no endpoint of that name'],
    ['there is no such user', ['units', 'events/units/get.json', '--as', 'ghost'], 'There is no user ghost'],
  ])('says so where %s', async (_, args, message) => {
    const { code, stderr } = await invoke(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('says where the portal’s state is missing', async () => {
    const { code, stderr } = await runScript('invoke.ts', ['units', 'events/units/get.json', '--folder', '/nowhere']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('run "npm start" first')]);
  });
});
