import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, test } from 'vitest';
import { type ControlCenter, startControlCenter } from '#local/carriers/control-center.ts';
import transitions from '#local/carriers/control-center-transitions.json' with { type: 'json' };
import { iccidOf, simFor } from '#local/carriers/sim.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 30);
const accounts = [
  { carrier: 0 as const, userName: 'att', apiKey: 'key' },
  { carrier: 2 as const, userName: 'telus', apiKey: 'key' },
];
const ICCID = iccidOf(0, 1);

const open: ControlCenter[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function start(change: Partial<Parameters<typeof startControlCenter>[0]> = {}) {
  let time = NOW;
  // Each read of the clock is a second later, so that only tests of the limit reach the limit.
  const server = await startControlCenter({ port: 0, accounts, now: () => (time += 1_000), ...change });
  open.push(server);
  return server;
}

async function call(server: ControlCenter, method: string, path: string, body?: unknown, account = 'att:key') {
  const response = await fetch(`${server.url}/rws/api/v1${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(account)}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = new TextDecoder('latin1').decode(await response.arrayBuffer());
  return { status: response.status, body: JSON.parse(text), type: response.headers.get('content-type') };
}

describe('credentials', () => {
  it('are required, and their refusal has no error code', async () => {
    const server = await start();
    const response = await fetch(`${server.url}/rws/api/v1/echo/hello`);
    expect([response.status, await response.json()]).toEqual([
      401,
      { errorMessage: 'Full authentication is required to access this resource' },
    ]);
  });

  it('with a wrong key are refused', async () => {
    const server = await start();
    expect(await call(server, 'GET', '/echo/hello', undefined, 'att:wrong')).toMatchObject({
      status: 401,
      body: { errorMessage: 'Invalid credentials', errorCode: '10000001' },
    });
    expect((await call(server, 'GET', '/echo/hello')).status).toBe(200);
  });
});

describe('replies', () => {
  it('have dates with a blank and an offset without a colon, in ISO-8859-1', async () => {
    const server = await start({
      sims: [simFor(ICCID, { dateActivated: '2016-06-29T00:21:33.339Z', plan: 'Données' })],
    });
    const { body, type } = await call(server, 'GET', `/devices/${ICCID}`);
    expect(body).toMatchObject({ iccid: ICCID, dateActivated: '2016-06-29 00:21:33.339+0000', ratePlan: 'Données' });
    expect(type).toContain('ISO-8859-1');
  });

  it('contain the requested fields only', async () => {
    const server = await start();
    const { body } = await call(server, 'GET', `/devices/${ICCID}?fields=iccid,status`);
    expect(body).toEqual({ iccid: ICCID, status: 'ACTIVATED' });
  });

  it('have no dates for a SIM that was never in a session', async () => {
    const server = await start({ sims: [simFor(ICCID, { status: 'INVENTORY' })] });
    expect((await call(server, 'GET', `/devices/${ICCID}/sessionInfo`)).body).toEqual({
      iccid: ICCID,
      ipAddress: null,
      dateSessionStarted: null,
      dateSessionEnded: null,
    });
  });

  test.each([
    ['GET', '/devices/123', 404, '20000001'],
    ['GET', `/devices/${iccidOf(2, 1)}`, 404, '20000001'],
    ['GET', `/devices/${iccidOf(1, 1)}`, 404, '20000001'],
    ['GET', '/devices', 400, '10000028'],
    ['DELETE', `/devices/${ICCID}`, 404, '20000001'],
  ])('refuse %s %s', async (method, path, status, errorCode) => {
    expect(await call(await start(), method, path)).toMatchObject({ status, body: { errorCode } });
  });

  it('list changes since a time, oldest first, page by page', async () => {
    const sims = Array.from({ length: 60 }, (_, number) =>
      simFor(iccidOf(0, number), { dateUpdated: new Date(NOW - number * 60_000).toISOString() }),
    );
    const server = await start({ sims });
    const since = encodeURIComponent('2026-11-21T14:00:00+00:00');
    const one = await call(server, 'GET', `/devices?modifiedSince=${since}&pageSize=100`);
    const two = await call(server, 'GET', `/devices?modifiedSince=${since}&pageNumber=2`);
    expect(one.body.devices).toHaveLength(50);
    expect(one.body.lastPage).toBe(false);
    expect(one.body.devices[0].iccid).toBe(iccidOf(0, 59));
    expect(two.body).toMatchObject({ pageNumber: 2, lastPage: true });
    expect(two.body.devices).toHaveLength(10);
  });
});

describe('changes', () => {
  const states = Object.keys(transitions) as (keyof typeof transitions)[];
  const pairs = states.flatMap((from) => states.filter((to) => to !== from).map((to) => ({ from, to })));

  it('of a status are allowed as in the tenant', async () => {
    const server = await start({ sims: pairs.map(({ from }, number) => simFor(iccidOf(0, number), { status: from })) });
    for (const [number, { from, to }] of pairs.entries()) {
      const { status } = await call(server, 'PUT', `/devices/${iccidOf(0, number)}`, { status: to });
      const allowed = (transitions[from] as string[]).includes(to);
      expect({ from, to, status }).toEqual({ from, to, status: allowed ? 200 : 400 });
      expect(server.sim(iccidOf(0, number))?.status).toBe(allowed ? to : from);
    }
  });

  test.each([
    ['{"status":', '10000023'],
    ['{"color":"red"}', '10000028'],
    ['{"status":"BROKEN"}', '10000091'],
  ])('%s are refused', async (body, errorCode) => {
    expect(await call(await start(), 'PUT', `/devices/${ICCID}`, body)).toMatchObject({
      status: 400,
      body: { errorCode },
    });
  });

  it('survive a restart, and so do texts', async () => {
    const stateFolder = await mkdtemp(join(tmpdir(), 'carriers-'));
    folders.push(stateFolder);
    const first = await start({ stateFolder });
    const sent = await call(first, 'POST', `/devices/${ICCID}/smsMessages`, { messageText: 'DoPing' });
    await call(first, 'PUT', `/devices/${ICCID}`, { status: 'DEACTIVATED' });
    await first.close();
    open.length = 0;
    const second = await start({ stateFolder });
    expect((await call(second, 'GET', `/devices/${ICCID}`)).body.status).toBe('DEACTIVATED');
    expect((await call(second, 'GET', `/smsMessages/${sent.body.smsMsgId}`)).body).toMatchObject({
      messageText: 'DoPing',
      sentTo: ICCID,
      status: 'Delivered',
    });
    expect(await readdir(stateFolder)).toEqual(['control-center.json']);
  });
});

describe('texts', () => {
  test.each([
    [{ messageText: 'x', messageEncoding: 'MORSE' }, 400, '10000017'],
    [{ messageText: 'x', dataCoding: 7 }, 400, '10000018'],
    [{ messageText: 'x'.repeat(161), dataCoding: 0 }, 400, '10000020'],
    [{ messageText: 'x'.repeat(71), dataCoding: 8 }, 400, '10000020'],
    [{ messageText: 'x'.repeat(321) }, 400, '10000020'],
  ])('that are invalid are refused: %j', async (message, status, errorCode) => {
    const answer = await call(await start(), 'POST', `/devices/${ICCID}/smsMessages`, message);
    expect(answer).toMatchObject({ status, body: { errorCode } });
  });

  it('do not reach a SIM that is off', async () => {
    const server = await start({ sims: [simFor(ICCID, { status: 'DEACTIVATED' })] });
    expect(await call(server, 'POST', `/devices/${ICCID}/smsMessages`, { messageText: 'x' })).toMatchObject({
      status: 500,
      body: { errorCode: '30000002' },
    });
  });

  it('may be in base64', async () => {
    const server = await start();
    const message = { messageText: btoa('DoPing'), messageEncoding: 'BASE64' };
    await call(server, 'POST', `/devices/${ICCID}/smsMessages`, message);
    expect(server.messages()[0]?.messageText).toBe('DoPing');
  });
});

describe('limits', () => {
  it('are five calls a second per account', async () => {
    let time = NOW;
    const server = await start({ now: () => time });
    const outcomes = [];
    for (let index = 0; index < 7; index += 1) outcomes.push((await call(server, 'GET', '/echo/x')).status);
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await call(server, 'GET', '/echo/x', undefined, 'telus:key')).status).toBe(200);
    time += 1_000;
    expect((await call(server, 'GET', '/echo/x')).status).toBe(200);
  });

  it.each([429, 400] as const)('are one call at a time; others get status %i', async (rateLimitStatus) => {
    const server = await start({ rateLimitStatus });
    server.faults.set({ slow: { times: 1, milliseconds: 80 } });
    const [slow, early] = await Promise.all([
      call(server, 'GET', '/echo/slow'),
      new Promise((resolve) => setTimeout(resolve, 30)).then(() => call(server, 'GET', '/echo/early')),
    ]);
    expect(slow.status).toBe(200);
    expect(early).toMatchObject({ status: rateLimitStatus, body: { errorCode: '40000029' } });
    expect((await call(server, 'GET', '/echo/later')).status).toBe(200);
  });
});

describe('faults', () => {
  test.each([
    ['status429', 429, '40000029'],
    ['status500', 500, '30000001'],
  ] as const)("%s is a response of Control Center's form", async (fault, status, errorCode) => {
    const server = await start({ faults: { [fault]: { times: 1 } } });
    expect(await call(server, 'GET', '/echo/x')).toMatchObject({ status, body: { errorCode } });
    expect((await call(server, 'GET', '/echo/x')).status).toBe(200);
  });

  it('are switched over HTTP, without credentials and without counting as a call', async () => {
    const server = await start();
    await fetch(`${server.url}/_faults`, { method: 'PUT', body: JSON.stringify({ otherSim: { times: 1 } }) });
    expect((await call(server, 'GET', `/devices/${ICCID}`)).body.iccid).not.toBe(ICCID);
    expect((await call(server, 'GET', `/devices/${ICCID}`)).body.iccid).toBe(ICCID);
  });
});
