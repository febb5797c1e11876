import assert from 'node:assert/strict';
import { SessionToken } from '#core/auth/login-answer.ts';
import { type Area, routeKey } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { EDGE_KEY_HEADER, VIEWER_HEADER } from '#platform/http/edge-key.ts';
import { ADMINISTRATOR, createAdministrator } from './administrator.ts';
import type { Emulator } from './emulator.ts';
import { configurationOf } from './functions.ts';
import type { PortalClient } from './portal-client.ts';
import type { Step } from './steps.ts';

const { userName } = ADMINISTRATOR;
/** The name for every parameter of a path; nothing has this name. */
const NAMED = new Proxy({}, { get: () => 'nothing' }) as Record<string, string>;

/** The HTTP API: a first user, a sign-in, and a call of every endpoint of every function. */
export function walkApi(emulator: Emulator, client: PortalClient, folder: string): Step[] {
  return [
    {
      name: 'scripts/create-administrator.ts creates the first user',
      async run() {
        await createAdministrator(emulator, 'dev', folder);
      },
    },
    {
      name: 'a wrong password is refused, and so is what has no endpoint',
      async run() {
        const wrong = await client.answer(api.auth.login, { userName, password: 'wrong' });
        assert.equal(wrong.status, 401);
        const unknown = await client.answer({ ...api.auth.access, path: '/api/nothing' }, {});
        assert.equal(unknown.status, 404);
      },
    },
    {
      name: 'the administrator signs in, with a token that KMS has signed',
      async run() {
        const { token } = SessionToken.parse(await client.call(api.auth.login, ADMINISTRATOR));
        const header = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { alg: string };
        assert.equal(header.alg, 'ES256');
        client.token = token;
        const { user } = await client.call(api.auth.access, {});
        assert.equal(user.userName, userName);
      },
    },
    {
      name: 'a token that somebody changed is refused',
      async run() {
        const token = client.token!;
        client.token = `${token.slice(0, -8)}AAAAAAAA`;
        const { status } = await client.answer(api.auth.access, {});
        client.token = token;
        assert.equal(status, 401);
      },
    },
    {
      name: "the address of a viewer is believed with the edge's key, which was deployed, and not without",
      async run() {
        const key = await deployedKey(emulator);
        assert.equal(key.length, 48);
        for (const [claimed, edge] of [
          ['198.51.100.1', undefined],
          ['198.51.100.2', 'guessed'],
          ['198.51.100.3', key],
        ] as const) {
          const headers = { [VIEWER_HEADER]: claimed, ...(edge && { [EDGE_KEY_HEADER]: edge }) };
          const { status } = await client.answer(api.auth.login, ADMINISTRATOR, headers);
          assert.equal(status, 200);
          const { sessions } = await client.call(api['user-settings'].sessions, {});
          const believed = sessions.some(({ sourceIp }) => sourceIp === claimed);
          assert.equal(believed, edge === key, `${claimed} with the key ${edge}`);
        }
      },
    },
    {
      name: `each of ${Object.keys(api).length} functions runs, and every endpoint that is not public wants a token`,
      async run() {
        const token = client.token;
        client.token = undefined;
        for (const area of Object.values(api) as Area[])
          for (const endpoint of Object.values(area)) {
            if (endpoint.access.public) continue;
            const { status, body } = await client.answer(endpoint, NAMED);
            assert.equal(status, 401, `${routeKey(endpoint)} answered ${status}: ${body}`);
          }
        client.token = token;
      },
    },
  ];
}

/** The deployed edge key. The emulator's distribution does not reach the API, so it cannot send the key. */
async function deployedKey(emulator: Emulator): Promise<string> {
  return (await configurationOf(emulator, 'auth'))!.Environment!.Variables!.EDGE_KEY!;
}
