import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import '#support/table.ts';
import { auth } from '#core/auth/contract.ts';
import { SessionToken } from '#core/auth/login-answer.ts';
import { areNoticesComplete } from '#data/consoles/notices-complete.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { ask, call } from '#support/call.ts';
import { runScript } from './support.ts';

const create = (args: string[], env?: Record<string, string>) =>
  runScript('create-administrator.ts', ['--table', process.env.TABLE_NAME!, ...args], env);

describe('npm run admin:create', { timeout: 60_000 }, () => {
  it('creates the first dealer and its user with the flags of administrators', async () => {
    const { code, stdout, stderr } = await create([
      '--userName',
      'First@watchkeep.example',
      '--firstName',
      'Ada',
      '--lastName',
      'Moreno',
      '--dealerName',
      'Harbor Alert',
    ]);
    expect(code, stderr).toBe(0);
    const password = /^Password: (\S{20,})$/m.exec(stdout)![1]!;
    const { token } = SessionToken.parse(await ask(auth.login, { userName: 'first@watchkeep.example', password }));
    const { user, access } = await ask(auth.access, { as: token });
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Moreno', dealer: 1, dealerName: 'Harbor Alert' });
    expect(access).toMatchObject({ ADMIN: true, ADMIN_DEALER_ADD: true, UNIT_EDIT: true, UNIT_VIEW: false });
  });

  it('records that a new table has no commands from before the notices', async () => {
    expect(await areNoticesComplete()).toBe(true);
  });

  it('keeps an existing dealer, and refuses an existing name', async () => {
    const second = await create(['--userName', 'second@watchkeep.example', '--dealerName', 'Other']);
    expect(second.code, second.stderr).toBe(0);
    expect((await DealerEntity.get({ DealerKey: 1 }).go()).data?.DealerName).toBe('Harbor Alert');
    const again = await create(['--userName', 'SECOND@watchkeep.example']);
    expect([again.code, again.stderr.trim()]).toEqual([1, 'Already exists']);
  });

  it('uses ADMIN_PASSWORD and does not print it', async () => {
    const { stdout } = await create(['--userName', 'third@watchkeep.example'], {
      ADMIN_PASSWORD: 'Given-2026-password',
    });
    expect(stdout).not.toContain('assword');
    const answer = await call(auth.login, { userName: 'third@watchkeep.example', password: 'Given-2026-password' });
    expect(answer.status).toBe(200);
  });

  it('connects to the portal of this machine on request', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-admin-'));
    const { TABLE_NAME, AWS_ACCESS_KEY_ID } = process.env;
    const environment = { ...inject('environment'), TABLE_NAME, AWS_ACCESS_KEY_ID };
    writeFileSync(path.join(folder, 'environment.json'), JSON.stringify(environment));
    const args = ['--userName', 'fourth@watchkeep.example', '--local', '--folder', folder];
    const elsewhere = { AWS_ENDPOINT_URL_DYNAMODB: 'http://localhost:1', TABLE_NAME: '' };
    const { code, stdout, stderr } = await runScript('create-administrator.ts', args, elsewhere);
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining('fourth@watchkeep.example may sign in')]);
    const missing = await runScript(
      'create-administrator.ts',
      [...args.slice(0, 3), '--folder', '/nowhere'],
      elsewhere,
    );
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('Run "npm start" first')]);
  });

  it.each([[[]], [['--userName', 'no-address']]])('prints its usage for unclear arguments', async (args) => {
    const { code, stderr } = await create(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm run admin:create')]);
  });
});
