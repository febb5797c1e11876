import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import '#support/table.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { tableName } from '#data/kit/table.ts';
import { passwordStore } from '#data/users/passwords.ts';
import { passwordMatches } from '#platform/session/password.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/create-administrator.ts');
const create = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [SCRIPT, ...args], {
    encoding: 'utf8',
    env: { ...process.env, TABLE_NAME: '', ...environment },
  });

describe('scripts/create-administrator.ts', () => {
  it('creates the root dealer and a user with all flags, and prints the password once', async () => {
    const { stdout, status } = create([
      '--table',
      tableName(),
      '--userName',
      'ada@example.com',
      '--dealerName',
      'Acme',
    ]);
    expect(status).toBe(0);
    const [, password] = /^Password: (\S+)$/m.exec(stdout) as unknown as [string, string];
    const user = await passwordStore.byName('ada@example.com');
    expect(user).toMatchObject({ UserTypeKey: 1, UserStatus: 1, DealerKey: 1, dealerPath: '/1/' });
    expect(user?.flags).toEqual(expect.arrayContaining(['ADMIN', 'ADMIN_DEALER_ADD', 'ENGINEER', 'BULK_ACTIONS']));
    expect(await passwordMatches(password, user?.passwordHash)).toBe(true);
    expect(await dealerStore.get({ dealerPath: '/' }, 1)).toMatchObject({ DealerName: 'Acme', dealerPath: '/1/' });
  });

  it('uses ADMIN_PASSWORD and does not print it', async () => {
    const given = { ADMIN_PASSWORD: 'correct horse battery' };
    const { stdout, status } = create(['--table', tableName(), '--userName', 'bo@example.com'], given);
    expect(status).toBe(0);
    expect(stdout).not.toContain('Password');
    const user = await passwordStore.byName('bo@example.com');
    expect(await passwordMatches(given.ADMIN_PASSWORD, user?.passwordHash)).toBe(true);
  });

  it('keeps an existing user of that name and an existing root dealer', async () => {
    const before = await passwordStore.byName('ada@example.com');
    const { status, stderr } = create([
      '--table',
      tableName(),
      '--userName',
      'ADA@example.com',
      '--dealerName',
      'Other',
    ]);
    expect(status).not.toBe(0);
    expect(stderr).toContain('Already exists');
    expect(await passwordStore.byName('ada@example.com')).toEqual(before);
    expect(await dealerStore.get({ dealerPath: '/' }, 1)).toMatchObject({ DealerName: 'Acme' });
  });

  it.each([[[]], [['--stage', 'dev']], [['--userName', 'nobody']]])(
    'prints its usage and does nothing if called with %j',
    (args) => {
      const { status, stderr } = create(args);
      expect(status).toBe(2);
      expect(stderr).toContain('npm run admin:create');
    },
  );
});
