import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { ROOT, run } from './command.ts';
import type { Stage } from './deployment.ts';
import type { Emulator } from './emulator.ts';

/** The first user of the deployed portal. */
export const ADMINISTRATOR = {
  userName: 'administrator@watchkeep.example',
  password: randomBytes(12).toString('base64url'),
};

/** Creates the first user of a stage, as an operator does. */
export async function createAdministrator(emulator: Emulator, stage: Stage, folder: string): Promise<void> {
  const { userName, password } = ADMINISTRATOR;
  await run(process.execPath, ['scripts/create-administrator.ts', '--stage', stage, '--userName', userName], {
    log: path.join(folder, `create-administrator-${stage}.log`),
    env: { ...process.env, ...emulator.environment, ADMIN_PASSWORD: password },
    cwd: ROOT,
  });
}
