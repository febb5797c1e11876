import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, test } from 'vitest';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { startThingSpace, type ThingSpace } from '#local/carriers/thingspace.ts';
import { listen } from '#local/http.ts';

const MINUTE = 60_000;
const credentials = {
  key: 'key',
  secret: 'secret',
  userName: 'user',
  password: 'password',
  accountName: '0868924207-00001',
};
const { accountName } = credentials;
const ICCID = iccidOf(1, 1);
const IMEI = '490154203237518';

const open: { close(): Promise<void> }[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function start(change: Partial<Parameters<typeof startThingSpace>[0]> = {}) {
  const clock = { time: Date.UTC(2026, 10, 21) };
  const server = await startThingSpace({
    port: 0,
    credentials,
    timeScale: 10_000,
    now: () => clock.time,
    sims: [simFor(ICCID, { status: 'active' })],
    ...change,
  });
  open.push(server);
  return { server, clock };
}

const post = async (server: ThingSpace, path: string, body: unknown, headers = {}, method = 'POST') => {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it reads
  return { status: response.status, body: (await response.json()) as any };
};

const grant = (server: ThingSpace, client = 'key:secret', form = 'grant_type=client_credentials') =>
  post(server, '/api/ts/v1/oauth2/token', form, { authorization: `Basic ${btoa(client)}` });
const logIn = (server: ThingSpace, bearer: string, password = 'password') =>
  post(server, '/api/m2m/v1/session/login', { username: 'user', password }, { authorization: `Bearer ${bearer}` });

async function signedIn(server: ThingSpace) {
  const bearer = (await grant(server)).body.access_token;
  const { sessionToken } = (await logIn(server, bearer)).body;
  const headers = { authorization: `Bearer ${bearer}`, 'VZ-M2M-Token': sessionToken };
  return (path: string, body: unknown, method = 'POST') => post(server, `/api/m2m/v1${path}`, body, headers, method);
}

const line = { devices: [{ deviceIds: [{ id: ICCID, kind: 'iccid' }] }] };
const deactivation = { accountName, ...line, reasonCode: 'FF' };
const activation = {
  accountName,
  devices: [
    {
      deviceIds: [
        { id: IMEI, kind: 'imei' },
        { id: ICCID, kind: 'iccid' },
      ],
    },
  ],
  servicePlan: 'M2MVoice',
  mdnZipCode: '84097',
};
const list = { accountName, deviceId: { id: ICCID, kind: 'iccid' } };

describe('tokens', () => {
  it('are the same for all callers within the hour, with decreasing lifetime', async () => {
    const { server, clock } = await start();
    const one = (await grant(server)).body;
    clock.time += 40 * MINUTE;
    const two = (await grant(server)).body;
    expect([one.expires_in, two.expires_in, two.access_token]).toEqual([3600, 1200, one.access_token]);
    clock.time += 20 * MINUTE;
    expect((await grant(server)).body.access_token).not.toBe(one.access_token);
  });

  it('are refused to another client and another kind of grant', async () => {
    const { server } = await start();
    expect(await grant(server, 'key:wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await grant(server, 'key:secret', 'grant_type=password')).status).toBe(400);
  });

  it('are both required', async () => {
    const { server } = await start();
    const bearer = (await grant(server)).body.access_token;
    const path = '/api/m2m/v1/devices/actions/list';
    expect((await post(server, path, list)).status).toBe(401);
    expect(await post(server, path, list, { authorization: `Bearer ${bearer}` })).toMatchObject({
      status: 400,
      body: { errorCode: 'UnifiedWebService.INPUT_INVALID.SessionToken.Invalid' },
    });
  });

  it('of a session expire after 20 minutes without a call', async () => {
    const { server, clock } = await start();
    const call = await signedIn(server);
    clock.time += 19 * MINUTE;
    expect((await call('/devices/actions/list', list)).status).toBe(200);
    clock.time += 19 * MINUTE;
    expect((await call('/devices/actions/list', list)).status).toBe(200);
    clock.time += 20 * MINUTE;
    expect(await call('/devices/actions/list', list)).toMatchObject({
      status: 400,
      body: { errorCode: 'UnifiedWebService.REQUEST_FAILED.SessionToken.Expired' },
    });
  });

  it('of a session end with the logout', async () => {
    const { server } = await start();
    const call = await signedIn(server);
    await call('/session/logout', {});
    expect((await call('/devices/actions/list', list)).status).toBe(400);
  });

  it('are refused for good after five bad logins', async () => {
    const { server } = await start();
    const bearer = (await grant(server)).body.access_token;
    for (let attempt = 0; attempt < 5; attempt += 1) await logIn(server, bearer, 'wrong');
    expect((await logIn(server, bearer)).status).toBe(401);
  });
});

describe('provisioning', () => {
  test.each([
    ['an unknown account', 'deactivate', { ...deactivation, accountName: 'x' }, 'REQUEST_FAILED.AccountNotFound'],
    ['no reason', 'deactivate', { accountName, ...line }, 'INPUT_INVALID.Parameter.Missing'],
    ['no line', 'deactivate', { ...deactivation, devices: [] }, 'INPUT_INVALID.Parameter.Missing'],
    [
      'an unknown line',
      'deactivate',
      { ...deactivation, devices: [{ deviceIds: [{ id: '1', kind: 'iccid' }] }] },
      'REQUEST_FAILED.DeviceNotFound',
    ],
    [
      'an unknown kind',
      'deactivate',
      { ...deactivation, devices: [{ deviceIds: [{ id: ICCID, kind: 'name' }] }] },
      'INPUT_INVALID.Device.Kind.Invalid',
    ],
    ['no IMEI', 'activate', { ...activation, ...line }, 'INPUT_INVALID.Device.Identifier.Invalid'],
    ['a line that is active', 'activate', activation, 'REQUEST_FAILED.DeviceAlreadyActive'],
    ['a line that is not suspended', 'restore', { accountName, ...line }, 'INPUT_INVALID.DeviceState.Invalid'],
    [
      'more than 10,000 lines',
      'deactivate',
      { ...deactivation, devices: Array(10_001).fill(line.devices[0]) },
      'INPUT_INVALID.MaxRequestsExceeded',
    ],
  ])('refuses %s', async (_, action, body, code) => {
    const { server } = await start();
    const call = await signedIn(server);
    expect(await call(`/devices/actions/${action}`, body)).toMatchObject({
      status: 400,
      body: { errorCode: `UnifiedWebService.${code}` },
    });
    expect(server.sim(ICCID)?.status).toBe('active');
  });

  it('suspends and restores', async () => {
    const { server } = await start();
    const call = await signedIn(server);
    await call('/devices/actions/suspend', { accountName, ...line });
    await until(() => server.sim(ICCID)?.status === 'suspend');
    await call('/devices/actions/restore', { accountName, ...line });
    await until(() => server.sim(ICCID)?.status === 'active');
  });

  it('assigns another number to a reactivated line', async () => {
    const { server } = await start();
    const before = server.sim(ICCID)?.msisdn;
    const call = await signedIn(server);
    await call('/devices/actions/deactivate', deactivation);
    await until(() => server.sim(ICCID)?.status === 'deactive');
    expect(server.sim(ICCID)?.msisdn).toBeUndefined();
    await call('/devices/actions/activate', activation);
    await until(() => server.sim(ICCID)?.status === 'active');
    expect(server.sim(ICCID)).toMatchObject({
      imei: IMEI,
      plan: 'M2MVoice',
      msisdn: expect.stringMatching(/^\d{10}$/),
    });
    expect(server.sim(ICCID)?.msisdn).not.toBe(before);
  });

  it('allows 100 activations a minute', async () => {
    const { server, clock } = await start({ timeScale: 1, sims: [] });
    const call = await signedIn(server);
    const iccids = Array.from({ length: 101 }, (_, number) => iccidOf(1, number, 'inventory'));
    const activate = (iccid: string) =>
      call('/devices/actions/activate', {
        ...activation,
        devices: [
          {
            deviceIds: [
              { id: IMEI, kind: 'imei' },
              { id: iccid, kind: 'iccid' },
            ],
          },
        ],
      });
    const statuses = [];
    for (const iccid of iccids) statuses.push((await activate(iccid)).status);
    expect(statuses.at(-1)).toBe(429);
    clock.time += MINUTE;
    expect((await activate(iccids.at(-1)!)).status).not.toBe(429);
  });
});

describe('callbacks', () => {
  it('have the registered credentials, and are sent four times five minutes apart until one is accepted', async () => {
    const listener = await startListener(500, 503, 404, 500, 500);
    const { server } = await start({ timeScale: 3_000 });
    const call = await registered(server, listener.url);
    const { requestId } = (await call('/devices/actions/deactivate', deactivation)).body;
    await until(() => listener.bodies.length === 4);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(listener.bodies.map(({ callbackCount }) => callbackCount)).toEqual([1, 2, 3, 4]);
    for (const body of listener.bodies) {
      expect(body).toMatchObject({
        ...{ username: 'listener', password: 'its-password', requestId, status: 'Success', maxCallbackThreshold: 4 },
        deviceIds: [{ id: ICCID, kind: 'iccid' }, { kind: 'imei' }],
      });
    }
    // 5 minutes are 100 ms here.
    const gaps = listener.times.slice(1).map((time, index) => time - listener.times[index]!);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(95);
  });

  it('are not repeated after they were accepted', async () => {
    const listener = await startListener(500);
    const { server } = await start();
    const call = await registered(server, listener.url);
    await call('/devices/actions/deactivate', deactivation);
    await until(() => listener.bodies.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(listener.bodies).toHaveLength(2);
  });

  it('report the second of two activations as one of an active line', async () => {
    const listener = await startListener();
    const { server } = await start({ sims: [simFor(ICCID, { status: 'deactive' })], timeScale: 2_000 });
    const call = await registered(server, listener.url);
    await call('/devices/actions/activate', activation);
    await call('/devices/actions/activate', activation);
    await until(() => listener.bodies.length === 2);
    expect(listener.bodies.map(({ status }) => status).toSorted()).toEqual(['Failed', 'Success']);
    expect(listener.bodies.find(({ status }) => status === 'Failed')).toMatchObject({
      faultResponse: { faultcode: 'UnifiedWebService.REQUEST_FAILED.DeviceAlreadyActive' },
    });
    expect(server.sim(ICCID)?.status).toBe('active');
  });

  it('and pending changes survive a restart', async () => {
    const stateFolder = await mkdtemp(join(tmpdir(), 'thingspace-'));
    folders.push(stateFolder);
    const listener = await startListener();
    const { server } = await start({ stateFolder, timeScale: 600 });
    const call = await registered(server, listener.url);
    const { requestId } = (await call('/devices/actions/deactivate', deactivation)).body;
    await open.pop()!.close();
    expect(listener.bodies).toEqual([]);
    const { server: again } = await start({ stateFolder, sims: [] });
    expect(again.sim(ICCID)?.status).toBe('pending deactivation');
    await until(() => listener.bodies.length === 1);
    expect(listener.bodies[0]).toMatchObject({ requestId, username: 'listener' });
    expect(again.sim(ICCID)?.status).toBe('deactive');
  });

  it('are registered once per service and listed', async () => {
    const { server } = await start();
    const call = await registered(server, 'http://localhost:9/one');
    const path = `/callbacks/${accountName}`;
    expect((await call(path, { name: 'CarrierService', url: 'http://localhost:9/two' })).status).toBe(400);
    expect((await call(path, undefined, 'GET')).body).toEqual([
      {
        accountName,
        serviceName: 'CarrierService',
        url: 'http://localhost:9/one',
        username: 'listener',
        password: 'its-password',
      },
    ]);
    expect((await call(`${path}/name/CarrierService`, {}, 'DELETE')).body.serviceName).toBe('CarrierService');
    expect((await call(path, undefined, 'GET')).body).toEqual([]);
  });

  async function registered(server: ThingSpace, url: string) {
    const call = await signedIn(server);
    const body = { name: 'CarrierService', url, username: 'listener', password: 'its-password' };
    expect((await call(`/callbacks/${accountName}`, body)).status).toBe(200);
    return call;
  }
});

async function startListener(...statuses: number[]) {
  const bodies: Record<string, unknown>[] = [];
  const times: number[] = [];
  const running = await listen(
    createServer(async (request, response) => {
      times.push(Date.now());
      bodies.push(JSON.parse(await text(request)));
      response.writeHead(statuses.shift() ?? 200).end();
    }),
    0,
  );
  open.push(running);
  return { url: running.url, bodies, times };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
