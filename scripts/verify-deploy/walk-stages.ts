import assert from 'node:assert/strict';
import { SessionToken } from '#core/auth/login-answer.ts';
import { api } from '#core/index.ts';
import { ADMINISTRATOR, createAdministrator } from './administrator.ts';
import { type Deployed, deployProduction, type Stage } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { everyPage, resourcesIn, valuesOf } from './listed-resources.ts';
import { PortalClient } from './portal-client.ts';
import { formCall } from './signed-call.ts';
import type { Step } from './steps.ts';

/** Production in the account of stage dev, which goes on meanwhile. `client` is signed in to stage dev. */
export function walkStages(
  emulator: Emulator,
  client: PortalClient,
  dev: Deployed,
  { folder, onStep }: { folder: string; onStep: (step: string) => void },
): Step[] {
  let production: Deployed;
  let other: PortalClient;
  return [
    {
      name: 'production is deployed beside stage dev, after a first deployment that fails',
      async run() {
        production = await deployProduction(emulator, folder, onStep);
        other = new PortalClient(emulator, production);
      },
    },
    {
      name: 'no resource belongs to both stages',
      async run() {
        const [ofDev, ofProduction] = await Promise.all([
          resourcesOf(emulator, 'dev'),
          resourcesOf(emulator, 'production'),
        ]);
        assert.ok(ofDev.length > 100 && ofProduction.length > 100, `${ofDev.length} and ${ofProduction.length}`);
        const own = new Set(ofDev);
        assert.deepEqual(
          ofProduction.filter((resource) => own.has(resource)),
          [],
        );
        const shared = Object.entries(production).filter(([name, value]) => value === dev[name as keyof Deployed]);
        assert.deepEqual(shared, []);
      },
    },
    {
      name: 'stage dev works as before: who was signed in still is, and sees the same dealers',
      async run() {
        const { items } = await client.call(api.dealers.list, {});
        assert.ok(items.length > 1);
      },
    },
    {
      name: 'production works, and knows neither the people nor the sessions nor the data of stage dev',
      async run() {
        assert.equal((await other.answer(api.auth.login, ADMINISTRATOR)).status, 401);
        other.token = client.token;
        assert.equal((await other.answer(api.auth.access, {})).status, 401);
        other.token = undefined;
        await createAdministrator(emulator, 'production', folder);
        const { token } = SessionToken.parse(await other.call(api.auth.login, ADMINISTRATOR));
        other.token = token;
        const { items } = await other.call(api.dealers.list, {});
        assert.equal(items.length, 1);
        const { token: ofDev } = client;
        client.token = token;
        const { status } = await client.answer(api.auth.access, {});
        client.token = ofDev;
        assert.equal(status, 401);
      },
    },
  ];
}

/** The resources in the stacks of a stage, by type and physical id. */
async function resourcesOf(emulator: Emulator, stage: Stage): Promise<string[]> {
  const pagesOf = (Action: string, form: Record<string, string> = {}) =>
    everyPage(async (NextToken) => {
      const asked = { Action, Version: '2010-05-15', ...form, ...(NextToken !== undefined && { NextToken }) };
      return (await formCall(emulator, 'cloudformation', asked)).text();
    });
  const stacks = (await pagesOf('DescribeStacks'))
    .flatMap((page) => valuesOf(page, 'StackName'))
    .filter((name) => name.startsWith(`watchkeep-${stage}-`));
  const lists = await Promise.all(stacks.map((StackName) => pagesOf('ListStackResources', { StackName })));
  return lists.flat().flatMap(resourcesIn);
}
