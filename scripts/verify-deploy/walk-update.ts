import assert from 'node:assert/strict';
import { api } from '#core/index.ts';
import { type Deployed, DOMAIN, deploy, WITH_DOMAIN } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { configurationOf } from './functions.ts';
import type { PortalClient } from './portal-client.ts';
import { REMOVED_AREA } from './removed-area.ts';
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
  /** The environment of a deployed function; undefined if there is no such function. */
  const variablesOf = async (name: string) => (await configurationOf(emulator, name))?.Environment?.Variables;
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
        assert.equal((await variablesOf('auth'))?.MAIL_SENDER, 'updated@watchkeep.example');
      },
    },
    {
      name: 'who was signed in still is, and sees the same dealers',
      async run() {
        const { items } = await client.call(api.dealers.list, {});
        assert.ok(items.length > 1);
      },
    },
    {
      name: 'an area can be removed: its function and its routes are gone, the others answer',
      async run() {
        const program = 'node scripts/verify-deploy/app-without-area.ts';
        assert.deepEqual(await deploy(emulator, folder, { onStep, app: program }), before);
        assert.equal(await variablesOf(REMOVED_AREA), undefined);
        const { status } = await client.answer(api[REMOVED_AREA].list, {});
        assert.equal(status, 404);
        await client.call(api.dealers.list, {});
      },
    },
    {
      name: 'the stage can get a domain, and the area comes back',
      async run() {
        assert.deepEqual(await deploy(emulator, folder, { onStep, further: WITH_DOMAIN }), before);
        assert.equal((await variablesOf('auth'))?.WEB_ORIGIN, `https://${DOMAIN}`);
        assert.equal((await variablesOf('live'))?.LIVE_URL, `wss://${DOMAIN}/live`);
        await client.call(api[REMOVED_AREA].list, {});
      },
    },
  ];
}
