import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, test } from 'vitest';
import { parseThingSpaceCallback } from '#adapters/carriers/thingspace-callback.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { iccidOf, type Sim, simFor } from '#local/carriers/sim.ts';
import { startThingSpace, type ThingSpace } from '#local/carriers/thingspace.ts';
import { json, listen, type Running, serveHttp } from '#local/http.ts';
import { withMessage } from '#support/with-message.ts';
import { secrets, someCarriers, TODAY, until } from './support.ts';

const ICCID = iccidOf(1, 4711);
const aSim = (facts: Partial<Sim> = {}) => simFor(ICCID, { status: 'active', ...facts });

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.close();
});

/** Two minutes of work take 12 ms, five minutes until the next callback 30 ms. */
const QUICK = 10_000;

async function start(change: Partial<Parameters<typeof startThingSpace>[0]> = {}, config = {}) {
  let clock: { now(): number } = { now: () => TODAY };
  const server: ThingSpace = await startThingSpace({
    port: 0,
    credentials: secrets.thingspace,
    timeScale: QUICK,
    now: () => clock.now(),
    ...change,
  });
  open.push(server);
  const some = someCarriers({ thingSpace: server.url }, { config });
  clock = some.clock;
  return { server, ...some };
}

/** A listener for callbacks that answers with the statuses given, then with 200. */
async function startListener(...statuses: number[]) {
  const bodies: Record<string, unknown>[] = [];
  const server: Server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)));
    response.writeHead(statuses.shift() ?? 200).end();
  });
  const running: Running = await listen(server, 0);
  open.push(running);
  return { url: `${running.url}/callback`, bodies };
}

describe('reading a line', () => {
  it('combines record, connections, usage and the date of the last OTA write', async () => {
    const sim = aSim({
      dateAdded: '2024-01-01T00:00:00.000Z',
      dateActivated: '2024-03-04T05:06:07.000Z',
      SIMOTADate: '2024-03-04T05:10:00.000Z',
    });
    const { carriers } = await start({ sims: [sim] });
    const told = await carriers[1].simDetails(ICCID);
    expect(told).toMatchObject({
      carrier: 1,
      iccid: ICCID,
      deviceDetails: {
        imei: sim.imei,
        msisdn: sim.msisdn,
        status: 'active',
        dateActivated: '2024-03-04T05:06:07.000Z',
        SIMOTADate: '2024-03-04T05:10:00.000Z',
      },
      sessionInfo: { dateActivated: '2024-03-04T05:06:07.000Z' },
      voiceNotReady: false,
      pendingActivation: false,
    });
    expect(sim.msisdn).toMatch(/^\d{10}$/);
    const { dateSessionStarted, dateSessionEnded } = told.sessionInfo;
    expect(Date.parse(dateSessionStarted!)).toBeGreaterThan(TODAY - 12 * HOUR);
    if (dateSessionEnded) expect(dateSessionEnded > dateSessionStarted!).toBe(true);
    expect(told.usage.voiceSeconds).toBeUndefined();
  });

  it('sums the usage of the cycle, which starts with the month', async () => {
    const { carriers, clock } = await start({ sims: [aSim({ dateActivated: '2024-03-04T05:06:07.000Z' })] });
    const sofar = (await carriers[1].simDetails(ICCID)).usage.dataBytes;
    clock.pass(24 * HOUR);
    const nextDay = (await carriers[1].simDetails(ICCID)).usage.dataBytes;
    expect(nextDay).toBeGreaterThan(sofar);
    clock.pass(10 * 24 * HOUR);
    expect((await carriers[1].simDetails(ICCID)).usage.dataBytes).toBeLessThan(nextDay);
  });

  test.each([
    ['no number', { msisdn: undefined }],
    ['a network that wrote to the SIM only before the activation', { SIMOTADate: '2024-03-03T00:00:00.000Z' }],
  ])('waits for voice with %s', async (_, facts) => {
    const dates = { dateAdded: '2024-01-01T00:00:00.000Z', dateActivated: '2024-03-04T05:06:07.000Z' };
    const { carriers } = await start({ sims: [aSim({ ...dates, ...facts })] });
    expect((await carriers[1].simDetails(ICCID)).voiceNotReady).toBe(true);
  });

  it('has no connection and no activation', async () => {
    const sim = aSim({ status: 'preactive', dateActivated: undefined, SIMOTADate: undefined, msisdn: undefined });
    const { carriers } = await start({ sims: [sim] });
    const told = await carriers[1].simDetails(ICCID);
    expect(told.sessionInfo).toEqual({});
    expect(told.usage).toEqual({ dataBytes: 0, sms: 0 });
  });

  it('is unknown', async () => {
    const { carriers } = await start({ anyIccid: false });
    await expect(carriers[1].simDetails(ICCID)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Verizon does not know this SIM',
    });
  });
});

describe('the two tokens', () => {
  it('are requested once for simultaneous callers, and cached', async () => {
    const { carriers, calls } = await counted();
    await Promise.all([ICCID, iccidOf(1, 1), iccidOf(1, 2)].map((iccid) => carriers[1].simDetails(iccid)));
    await carriers[1].simDetails(ICCID);
    expect(calls('/api/ts/v1/oauth2/token')).toBe(1);
    expect(calls('/api/m2m/v1/session/login')).toBe(1);
  });

  it('are requested again after they expired: the session by idleness, the access token by age', async () => {
    const { carriers, clock, log, calls } = await counted();
    await carriers[1].simDetails(ICCID);
    clock.pass(21 * MINUTE);
    await carriers[1].simDetails(ICCID);
    expect([calls('/api/ts/v1/oauth2/token'), calls('/api/m2m/v1/session/login')]).toEqual([1, 2]);
    clock.pass(HOUR);
    await carriers[1].simDetails(ICCID);
    expect([calls('/api/ts/v1/oauth2/token'), calls('/api/m2m/v1/session/login')]).toEqual([2, 3]);
    expect(log.lines).toEqual([]);
  });

  it('stay valid while the session is used', async () => {
    const { carriers, clock, calls } = await counted();
    for (let call = 0; call < 5; call += 1) {
      await carriers[1].simDetails(ICCID);
      clock.pass(10 * MINUTE);
    }
    expect(calls('/api/m2m/v1/session/login')).toBe(1);
  });

  it('are requested again if ThingSpace ended them early, and the call is repeated once', async () => {
    const { carriers, server, log } = await start();
    await carriers[1].simDetails(ICCID);
    server.forgetTokens();
    expect((await carriers[1].simDetails(ICCID)).iccid).toBe(ICCID);
    expect(log.lines).toEqual([]);
  });

  it('are both requested again if the login uses an access token that ThingSpace has ended', async () => {
    const { carriers, server, clock, log } = await start();
    await carriers[1].simDetails(ICCID);
    clock.pass(25 * MINUTE);
    server.forgetTokens();
    expect((await carriers[1].simDetails(ICCID)).iccid).toBe(ICCID);
    expect([server.badLogins(), log.lines]).toEqual([0, []]);
  });

  it('expire when ThingSpace says so, before our clock does', async () => {
    const { carriers, server } = await start({ now: skewed() });
    await carriers[1].simDetails(ICCID);
    skew = 25 * MINUTE;
    expect((await carriers[1].simDetails(ICCID)).iccid).toBe(ICCID);
    expect(server.badLogins()).toBe(0);
  });

  it('are not requested repeatedly with a wrong password, which would lock the user', async () => {
    const { server, carriers, log, clock } = await start({
      credentials: { ...secrets.thingspace, password: 'another' },
    });
    for (let call = 0; call < 10; call += 1) {
      await expect(carriers[1].simDetails(ICCID)).rejects.toMatchObject({
        code: 'INTERNAL',
        message: 'Verizon does not let us in',
      });
    }
    expect(server.badLogins()).toBe(1);
    expect(log.lines[0]?.level).toBe('error');
    expect(JSON.stringify(log.lines)).not.toContain('ts-password');
    clock.pass(6 * MINUTE);
    await expect(carriers[1].simDetails(ICCID)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(server.badLogins()).toBe(2);
  });

  let skew = 0;
  const skewed = () => {
    skew = 0;
    return () => TODAY + skew;
  };

  /** A ThingSpace behind a proxy that counts calls by their path. */
  async function counted() {
    let clock: { now(): number } = { now: () => TODAY };
    const server = await startThingSpace({ port: 0, credentials: secrets.thingspace, now: () => clock.now() });
    open.push(server);
    const seen: string[] = [];
    const proxy = await serveHttp({
      port: 0,
      handle: async ({ method, path, headers, body }) => {
        seen.push(path);
        const forwarded = Object.fromEntries(
          ['authorization', 'vz-m2m-token', 'content-type'].flatMap((name) =>
            typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
          ),
        );
        const init = body.length > 0 ? { body: new Uint8Array(body) } : {};
        const answer = await fetch(server.url + path, { method, headers: forwarded, ...init });
        return { status: answer.status, headers: { 'content-type': 'application/json' }, body: await answer.text() };
      },
    });
    open.push(proxy);
    const some = someCarriers({ thingSpace: proxy.url });
    clock = some.clock;
    return { ...some, calls: (path: string) => seen.filter((one) => one === path).length };
  }
});

describe('changing a line', () => {
  it('is accepted, then pending, then reported by callback with the new number', async () => {
    const listener = await startListener();
    // Slow enough that a busy machine still sees the SIM pending.
    const deactive = aSim({ status: 'deactive', msisdn: undefined });
    const { carriers, server, entries } = await start({ sims: [deactive], timeScale: 100 });
    await carriers.registerThingSpaceCallbacks(listener.url);

    const outcome = await carriers[1].changeState(ICCID, 14, { imei: '4901542032375187', zipCode: '10001' });
    expect(outcome).toMatchObject({ outcome: 'accepted', requestId: expect.any(String) });
    expect(server.sim(ICCID)?.status).toBe('pending activation');
    expect((await carriers[1].simDetails(ICCID)).pendingActivation).toBe(true);

    await until(() => listener.bodies.length === 1);
    const result = parseThingSpaceCallback(listener.bodies[0], secrets.thingspace);
    expect(result).toMatchObject({
      requestId: (outcome as { requestId: string }).requestId,
      iccid: ICCID,
      imei: '490154203237518',
      outcome: { step: 'confirmed', state: 'active' },
    });
    expect(result.msisdn).toBe(server.sim(ICCID)?.msisdn);
    expect(result.msisdn).toMatch(/^\d{10}$/);
    expect(entries).toMatchObject([
      { step: 'asked', carrier: 1, target: 14 },
      { step: 'accepted', carrier: 1, requestId: result.requestId },
    ]);
  });

  it('waits for voice after an activation until the network has written to the SIM', async () => {
    const old = {
      dateAdded: '2024-01-01T00:00:00.000Z',
      dateActivated: '2024-03-04T05:06:07.000Z',
      SIMOTADate: '2024-03-04T05:10:00.000Z',
    };
    const { carriers, server } = await start({ sims: [aSim({ status: 'deactive', ...old })], timeScale: 2_000 });
    await carriers[1].changeState(ICCID, 14);
    await until(() => server.sim(ICCID)?.status === 'active');
    expect((await carriers[1].simDetails(ICCID)).voiceNotReady).toBe(true);
    await until(() => server.sim(ICCID)?.SIMOTADate !== old.SIMOTADate);
    expect((await carriers[1].simDetails(ICCID)).voiceNotReady).toBe(false);
  });

  test.each([
    [15, 'active', 'deactive'],
    [35, 'active', 'deactive'],
    [14, 'suspend', 'active'],
    [14, 'preactive', 'active'],
  ] as const)('to %i from %s makes it %s', async (target, before, after) => {
    const { carriers, server } = await start({ sims: [aSim({ status: before })] });
    expect((await carriers[1].changeState(ICCID, target)).outcome).toBe('accepted');
    await until(() => server.sim(ICCID)?.status === after);
  });

  test.each([
    [14, 'active'],
    [15, 'deactive'],
    [35, 'deactive'],
  ] as const)('to %i from %s is finished at once', async (target, status) => {
    const { carriers, server, entries } = await start({ sims: [aSim({ status })] });
    expect(await carriers[1].changeState(ICCID, target)).toEqual({ outcome: 'done' });
    expect(server.sim(ICCID)?.status).toBe(status);
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'confirmed']);
  });

  it('is sent once while it is pending; the opposite change is refused', async () => {
    const { carriers } = await start({ sims: [aSim({ status: 'deactive' })], timeScale: 1 });
    await carriers[1].changeState(ICCID, 14);
    expect(await carriers[1].changeState(ICCID, 14)).toEqual({ outcome: 'accepted' });
    await expect(carriers[1].changeState(ICCID, 15)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test.each([18, 19, 20, 21, 22, 34, 36] as const)('to %i is refused', async (target) => {
    const { carriers } = await start();
    await expect(carriers[1].changeState(ICCID, target)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('is not repeated after a time-out: it may have arrived, and a line allows few changes a day', async () => {
    const { carriers, server, entries } = await start({ sims: [aSim()] });
    server.faults.set({ status500: { times: 1, path: '/api/m2m/v1/devices/actions/deactivate' } });
    await expect(carriers[1].changeState(ICCID, 15)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Verizon does not answer. Try again later',
    });
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'unknown']);
    expect(server.sim(ICCID)?.status).toBe('active');
  });

  it('is refused the sixth time in a day', async () => {
    const { carriers, server } = await start({ sims: [aSim()] });
    for (let change = 0; change < 5; change += 1) {
      await carriers[1].editCommunicationPlan(ICCID, `plan ${change}`);
    }
    await expect(carriers[1].changeState(ICCID, 15)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(server.sim(ICCID)?.status).toBe('active');
  });

  it('is finished if ThingSpace answers that the line is active already', async () => {
    // The list still shows the previous state, which can happen for a while after a change.
    const { carriers } = await scripted((path) =>
      path.endsWith('/activate')
        ? json(400, { errorCode: 'UnifiedWebService.REQUEST_FAILED.DeviceAlreadyActive', errorMessage: 'Active' })
        : json(200, {
            hasMoreData: false,
            devices: [
              { deviceIds: [{ id: '490154203237518', kind: 'IMEI' }], carrierInformations: [{ state: 'deactive' }] },
            ],
          }),
    );
    expect(await carriers[1].changeState(ICCID, 14)).toEqual({ outcome: 'done' });
  });

  it('needs the IMEI: it is looked up, and a missing one is reported', async () => {
    const { carriers } = await scripted(() =>
      json(200, { hasMoreData: false, devices: [{ deviceIds: [], carrierInformations: [{ state: 'deactive' }] }] }),
    );
    await expect(carriers[1].changeState(ICCID, 14)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('is withdrawn if nobody wants it any more when its turn comes', async () => {
    const { carriers, server, entries } = await start({ sims: [aSim()] });
    const isWanted = async () => false;
    for (const ask of [
      () => carriers[1].editCommunicationPlan(ICCID, 'M2MData', { isWanted }),
      () => carriers[1].changeState(ICCID, 15, { isWanted }),
    ])
      await expect(ask()).rejects.toThrow(withMessage('The carrier was not asked after all'));
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'withdrawn', 'asked', 'withdrawn']);
    expect(server.sim(ICCID)).toMatchObject({ status: 'active' });
    // The line takes five changes a day: none of them is used.
    for (let change = 0; change < 5; change += 1) await carriers[1].editCommunicationPlan(ICCID, `plan ${change}`);
  });

  it('was not asked for if nobody can read whether it is still wanted', async () => {
    const { carriers, server, entries } = await start({ sims: [aSim()] });
    const isWanted = async () => {
      throw new Error('The table does not answer');
    };
    await expect(carriers[1].changeState(ICCID, 15, { isWanted })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Not as a question without an answer: a reading would wait for what nobody has asked.
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'withdrawn']);
    expect(server.sim(ICCID)).toMatchObject({ status: 'active' });
  });

  it('can set the plan', async () => {
    const { carriers, server } = await start({ sims: [aSim()] });
    expect((await carriers[1].editCommunicationPlan(ICCID, 'M2MData')).outcome).toBe('accepted');
    await until(() => server.sim(ICCID)?.plan === 'M2MData');
  });

  it('reports a change that the network refused', async () => {
    const listener = await startListener();
    const { carriers, server } = await start({ sims: [aSim({ status: 'deactive' })] });
    await carriers.registerThingSpaceCallbacks(listener.url);
    server.faults.set({ failedChange: { times: 1 } });
    await carriers[1].changeState(ICCID, 14);
    await until(() => listener.bodies.length === 1);
    expect(parseThingSpaceCallback(listener.bodies[0], secrets.thingspace)).toMatchObject({
      iccid: ICCID,
      outcome: { step: 'refused', code: 'REQUEST_FAILED.Network' },
    });
    expect(server.sim(ICCID)?.status).toBe('deactive');
  });

  it('is visible at the carrier even if its callback is lost', async () => {
    const listener = await startListener();
    const { carriers, server } = await start({ sims: [aSim()] });
    await carriers.registerThingSpaceCallbacks(listener.url);
    server.faults.set({ lostCallback: {} });
    await carriers[1].changeState(ICCID, 15);
    await until(() => server.sim(ICCID)?.status === 'deactive');
    expect((await carriers[1].simDetails(ICCID)).deviceDetails.status).toBe('deactive');
    expect(listener.bodies).toEqual([]);
  });

  it('has one key for every delivery of a result, and another one for every other result', async () => {
    const listener = await startListener(503);
    const { carriers, server } = await start({ sims: [aSim()] });
    await carriers.registerThingSpaceCallbacks(listener.url);
    server.faults.set({ duplicateCallback: { times: 1 } });
    await carriers[1].editCommunicationPlan(ICCID, 'one');
    await until(() => listener.bodies.length === 3);
    await carriers[1].editCommunicationPlan(ICCID, 'two');
    await until(() => listener.bodies.length === 4);
    const keys = listener.bodies.map((body) => parseThingSpaceCallback(body, secrets.thingspace).key);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });
});

describe('texts', () => {
  it('are sent to the line', async () => {
    const received: string[] = [];
    const { carriers } = await start({ sims: [aSim()], onSms: (iccid, message) => received.push(iccid, message) });
    expect((await carriers[1].sendSms(ICCID, 'DoPing')).messageId).not.toBe('');
    await carriers[1].sendSms(ICCID, 'Où ?');
    expect(received).toEqual([ICCID, 'DoPing', ICCID, 'Où ?']);
  });

  it('have up to 160 plain signs or 140 bytes', async () => {
    const { carriers } = await start({ sims: [aSim()] });
    await carriers[1].sendSms(ICCID, 'x'.repeat(160));
    await carriers[1].sendSms(ICCID, 'é'.repeat(70));
    await expect(carriers[1].sendSms(ICCID, 'x'.repeat(161))).rejects.toMatchObject({ code: 'INVALID' });
    await expect(carriers[1].sendSms(ICCID, 'é'.repeat(71))).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('a failing ThingSpace', () => {
  it('is retried after its own errors and those of its proxies', async () => {
    const { carriers, server } = await start();
    server.faults.set({ status500: { times: 2 }, wrongAnswer: { times: 1 } });
    expect((await carriers[1].simDetails(ICCID)).iccid).toBe(ICCID);
  });

  it('is not called for as long as it demands when it is busy', async () => {
    const { carriers, server, clock } = await start();
    await carriers[1].simDetails(ICCID);
    server.faults.set({ status429: { times: 1, path: '/api/m2m/v1/sms' } });
    await carriers[1].sendSms(ICCID, 'DoPing');
    expect(clock.slept).toEqual([1000]);
  });

  test.each([
    ['status429', 'TOO_MANY'],
    ['status500', 'UNAVAILABLE'],
    ['wrongAnswer', 'UNAVAILABLE'],
  ] as const)('that stays in %s is reported as %s', async (fault, code) => {
    const { carriers, server } = await start();
    server.faults.set({ [fault]: {} });
    await expect(carriers[1].simDetails(ICCID)).rejects.toMatchObject({ code });
  });

  it('does not answer in time', async () => {
    const { carriers, server } = await start({}, { timeout: 60 });
    server.faults.set({ slow: { milliseconds: 150 } });
    await expect(carriers[1].simDetails(ICCID)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('answers about another SIM', async () => {
    const other = [{ deviceIds: [{ id: iccidOf(1, 9), kind: 'iccid' }], carrierInformations: [{ state: 'active' }] }];
    const { carriers } = await scripted(() => json(200, { hasMoreData: false, devices: other }));
    await expect(carriers[1].simDetails(ICCID)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('answers with an empty list about an unknown SIM', async () => {
    const { carriers } = await scripted(() => json(200, { hasMoreData: false, devices: [] }));
    await expect(carriers[1].simDetails(ICCID)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('long histories', () => {
  it('are read page by page, each from the end of the last one', async () => {
    const start = (occurredAt: string) => ({
      connectionEventAttributes: [{ key: 'Event', value: 'Start' }],
      occurredAt,
    });
    const stop = (occurredAt: string) => ({ connectionEventAttributes: [{ key: 'Event', value: 'Stop' }], occurredAt });
    const day = (timestamp: string, bytesUsed: number) => ({ bytesUsed, smsUsed: 1, timestamp });
    const { carriers } = await scripted((path, body) => {
      if (path.endsWith('/listHistory')) {
        const first = body.earliest === '2026-11-20T00:00:00.000Z';
        const events = first
          ? [start('2026-11-20T01:00:00Z'), stop('2026-11-20T02:00:00Z')]
          : [stop('2026-11-20T02:00:00Z'), start('2026-11-21T03:00:00Z')];
        return json(first ? 202 : 200, { connectionHistory: events, hasMoreData: first });
      }
      if (path.endsWith('/usage/actions/list')) {
        const first = body.earliest === '2026-11-05T00:00:00.000Z';
        const rows = first
          ? [day('2026-11-05T00:00:00Z', 100), day('2026-11-06T00:00:00Z', 20)]
          : [day('2026-11-06T00:00:00Z', 20), day('2026-11-07T00:00:00Z', 3)];
        return json(first ? 202 : 200, { usageHistory: rows, hasMoreData: first });
      }
      if (path.endsWith('/imeiiccidmismatch')) return json(200, { devices: [] });
      return json(200, {
        hasMoreData: false,
        devices: [
          {
            deviceIds: [{ id: '5125550100', kind: 'MDN' }],
            carrierInformations: [{ state: 'active' }],
            billingCycleEndDate: '2026-12-04T19:00:00-05:00',
            lastConnectionDate: '2026-11-19T19:00:00-05:00',
          },
        ],
      });
    });
    const told = await carriers[1].simDetails(ICCID);
    expect(told.sessionInfo).toEqual({ dateSessionStarted: '2026-11-21T03:00:00.000Z' });
    expect(told.usage).toEqual({ dataBytes: 123, sms: 3 });
  });
});

describe('the usage for bills', () => {
  const span = { earliest: Date.parse('2026-11-01'), latest: Date.parse('2026-11-18') };
  const used = async (...answers: object[]) => {
    const { carriers } = await scripted(() => json(200, answers.shift()!));
    return carriers[1].usage(ICCID, span);
  };
  const day = (timestamp: string) => ({ bytesUsed: 100, smsUsed: 1, timestamp });

  it('is nothing if ThingSpace leaves the days out of a complete answer', async () => {
    const nothing = { counts: 'span', used: { dataBytes: 0, sms: 0 } };
    expect(await used({ hasMoreData: false })).toEqual(nothing);
    expect(await used({ hasMoreData: false, usageHistory: null })).toEqual(nothing);
    expect(await used({ usageHistory: [] })).toEqual(nothing);
  });

  it('is not known if an answer says nothing, or leaves out days that it has', async () => {
    expect(await used({})).toBeUndefined();
    expect(await used({ hasMoreData: true })).toBeUndefined();
    expect(await used({ hasMoreData: true, usageHistory: [day('2026-11-05T00:00:00Z')] }, {})).toBeUndefined();
  });
});

describe('registering for callbacks', () => {
  it('happens once, and again when the address changes', async () => {
    const { carriers } = await start();
    expect(await carriers.registerThingSpaceCallbacks('http://localhost:9/one')).toBe(true);
    expect(await carriers.registerThingSpaceCallbacks('http://localhost:9/one')).toBe(false);
    expect(await carriers.registerThingSpaceCallbacks('http://localhost:9/two')).toBe(true);
    expect(await carriers.registerThingSpaceCallbacks('http://localhost:9/two')).toBe(false);
  });
});

/** A server with ThingSpace's tokens; the test sets its other answers. */
async function scripted(answer: (path: string, body: Record<string, unknown>) => ReturnType<typeof json>) {
  const server = await serveHttp({
    port: 0,
    handle: ({ path, body }) => {
      if (path.endsWith('/oauth2/token')) return json(200, { access_token: 'access', expires_in: 3600 });
      if (path.endsWith('/session/login')) return json(200, { sessionToken: 'session' });
      return answer(path, JSON.parse(body.toString()));
    },
  });
  open.push(server);
  return someCarriers({ thingSpace: server.url });
}
