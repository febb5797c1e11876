import assert from 'node:assert/strict';
import { api } from '#core/index.ts';
import { type Deployed, deploy } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import type { PortalClient } from './portal-client.ts';
import type { Step } from './steps.ts';

/** Another sender of mails, which changes functions and permissions. */
const CHANGED = ['--context', 'mailSender=updated@watchkeep.example'];

/** An update over the deployed state: the same portal with its stored data and a changed setting. */
export function walkUpdate(
  emulator: Emulator,
  client: PortalClient,
  before: Deployed,
  { folder, onStep }: { folder: string; onStep: (step: string) => void },
): Step[] {
  return [
    {
      name: 'an update keeps table, secret, queues and APIs',
      async run() {
        assert.deepEqual(await deploy(emulator, folder, { onStep, further: CHANGED }), before);
      },
    },
    {
      name: 'the functions have the changed setting',
      async run() {
        const answer = await fetch(`${emulator.url}/2015-03-31/functions/watchkeep-dev-auth/configuration`);
        const { Environment } = (await answer.json()) as { Environment: { Variables: { MAIL_SENDER: string } } };
        assert.equal(Environment.Variables.MAIL_SENDER, 'updated@watchkeep.example');
      },
    },
    {
      name: 'who was signed in still is, and sees the same dealers',
      async run() {
        const { items } = await client.call(api.dealers.list, {});
        assert.ok(items.length > 1);
      },
    },
  ];
}
