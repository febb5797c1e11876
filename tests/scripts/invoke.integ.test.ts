import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { runScript } from './support.ts';

/** The state of a running portal: here the stand-ins and the table of this file. */
const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-invoke-'));

beforeAll(async () => {
  await aWorld();
  await aUser({ dealer: 1, userName: 'admin@watchkeep.example', type: 2 });
  const { TABLE_NAME, AWS_ACCESS_KEY_ID } = process.env;
  const environment = { ...inject('environment'), TABLE_NAME, AWS_ACCESS_KEY_ID };
  writeFileSync(path.join(folder, 'environment.json'), JSON.stringify(environment));
});

const invoke = (...args: string[]) => runScript('invoke.ts', [...args, '--folder', folder]);

describe('npm run invoke', { timeout: 60_000 }, () => {
  it('calls an endpoint with its sample event, as a user', async () => {
    const { code, stdout, stderr } = await invoke('units', 'events/units/get.json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 200, body: { Unit: { UnitSerNum: '400220' } } });
  });

  it('calls it without a user too', async () => {
    const { stdout } = await invoke('units', 'events/units/get.json', '--as', '');
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it('passes a whole event to an event function', async () => {
    const { code, stdout, stderr } = await invoke('on-bulk-action', 'events/on-bulk-action/share.json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ batchItemFailures: [] });
  });

  it.each([
    ['the function does not exist', ['nothing', 'events/units/get.json'], 'There is no function nothing'],
    ['the endpoint does not exist', ['units', 'events/auth/login.json'], 'units has no endpoint of that name'],
    ['the user does not exist', ['units', 'events/units/get.json', '--as', 'ghost'], 'There is no user ghost'],
  ])('explains if %s', async (_, args, message) => {
    const { code, stderr } = await invoke(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it("explains if the portal's state is missing", async () => {
    const { code, stderr } = await runScript('invoke.ts', ['units', 'events/units/get.json', '--folder', '/nowhere']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Run "npm start" first')]);
  });
});
