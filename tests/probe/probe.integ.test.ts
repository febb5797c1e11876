import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { auth } from '#core/auth/contract.ts';
import { routeKey } from '#core/contract.ts';
import { SECOND } from '#core/time.ts';
import { probeUnit, RUN_MS } from '#functions/on-probe-due/ping.ts';
import { probeSignIn } from '#functions/on-probe-due/sign-in.ts';
import { PROBE } from '#infra/wiring.ts';
import { startHttpApi } from '#local/api-gateway/http-api.ts';
import type { Running } from '#local/http.ts';
import { dimensionsOf, METRICS } from '#platform/aws/measures.ts';
import { checkProof } from '#protocol/proof.ts';
import { aBridge, MemoryPorts, post } from '#support/bridge.ts';
import { invoke } from '#support/invoke.ts';
import { aUser, PASSWORD } from '#support/people.ts';
import { aWorld } from '#support/world.ts';

const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const ports = new MemoryPorts();
let bridge: Bridge;
let api: Running;

beforeAll(async () => {
  await aWorld();
  bridge = await aBridge(ports);
  const routes = Object.values(auth).map((endpoint) => ({
    routeKey: routeKey(endpoint),
    handler: (event: unknown) => invoke('auth', event),
  }));
  api = await startHttpApi({ port: 0, routes });
});
afterAll(() => Promise.all([bridge.close(), api.close()]));

const credentials = (given: { userName?: string; password?: string; serial?: string } = {}) => ({
  userName: given.userName ?? 'probe@watchkeep.example',
  password: given.password ?? PASSWORD,
  unit: {
    address: `tcp://127.0.0.1:${bridge.unitPort}`,
    UnitSerNum: given.serial ?? 'A1B2C3',
    imei: '356938035643809',
    secret: SECRET,
  },
});

/** What becomes of both parts of the unit, in order. */
const parts = (serial: string, now: number) => {
  const { unit, center } = probeUnit(credentials({ serial }), now, 300);
  const outcome = (part: Promise<void>) =>
    part.then(
      () => 'works',
      ({ message }: Error) => message,
    );
  return Promise.all([outcome(unit), outcome(center)]);
};

describe('the probe', () => {
  it('signs in, reads who is signed in, and signs out', async () => {
    await aUser({ userName: 'probe@watchkeep.example', flags: [] });
    await expect(probeSignIn(api.url, credentials())).resolves.toBeUndefined();
  });

  it('fails if nobody can sign in', async () => {
    const wrong = credentials({ password: 'wrong password' });
    await expect(probeSignIn(api.url, wrong)).rejects.toThrow(/^POST .auth.login answered 401$/);
  });

  it('connects as a unit, proves its identity, and gets its ping acknowledged', async () => {
    const now = Date.now();
    const authenticate = vi.spyOn(ports.units, 'authenticate');
    await parts('A1B2C3', now);
    expect(checkProof(Buffer.from(SECRET, 'hex'), authenticate.mock.calls[0]![0], now)).toBe('right');
    expect(ports.ingest.reportsOf('A1B2C3')).toEqual(['ping', 'event']);
  });

  it('counts as a start of the unit each time, so a later run is no repetition', async () => {
    const now = Date.now();
    await parts('A1B2C4', now);
    await parts('A1B2C4', now + 1000);
    expect(ports.ingest.reportsOf('A1B2C4')).toEqual(['ping', 'event', 'ping', 'event']);
  });

  it('fails as a unit if the bridge refuses it', async () => {
    ports.admissions.set('A1B2C5', { accepted: false, reason: 'badProof' });
    const refused = expect.stringMatching(/^The bridge answered loginRefused instead of loginAccepted: ./);
    expect(await parts('A1B2C5', Date.now())).toEqual([refused, refused]);
  });

  it('works to the centre if the unit is told that its periodic test was taken', async () => {
    const now = Date.now();
    const { unit, center } = probeUnit(credentials({ serial: 'A1B2C6' }), now);
    await unit;
    await vi.waitFor(() => expect(ports.ingest.reportsOf('A1B2C6')).toEqual(['ping', 'event']));
    const bootId = Math.floor(now / 1000);
    const handled = { UnitSerNum: 'A1B2C6', bootId, sequence: 3, handledAt: now, handledBy: 'Acme' };
    expect((await post(bridge, '/handled', handled)).status).toBe(202);
    await expect(center).resolves.toBeUndefined();
  });

  it('works as a unit only, if no centre takes its periodic test in time', async () => {
    expect(await parts('A1B2C7', Date.now())).toEqual(['works', 'No monitoring centre took the periodic test in time']);
  });

  it('has one limit of time for all that the centre answers', async () => {
    const now = Date.now();
    const { unit, center } = probeUnit(credentials({ serial: 'A1B2C8' }), now, 600);
    const late = expect(center).rejects.toThrow(/^No monitoring centre took the periodic test in time$/);
    await unit;
    ports.ingest.shut();
    await setTimeout(400);
    ports.ingest.open();
    await setTimeout(400);
    const bootId = Math.floor(now / 1000);
    const handled = { UnitSerNum: 'A1B2C8', bootId, sequence: 3, handledAt: now, handledBy: 'Acme' };
    await post(bridge, '/handled', handled);
    await late;
  });

  it('has the same limit for a login that the bridge does not answer', async () => {
    ports.authenticating = setTimeout(500);
    const late = 'The bridge did not take the login and the ping in time';
    expect(await parts('A1B2C9', Date.now())).toEqual([late, late]);
    ports.authenticating = undefined;
  });

  it('ends before its function has to, so that each part is measured', () =>
    expect(RUN_MS).toBeLessThanOrEqual((PROBE.consumerTimeoutSeconds - 10) * SECOND));

  it('measures each part, also without credentials', async () => {
    const written: string[] = [];
    const disabled = process.env.POWERTOOLS_METRICS_DISABLED;
    process.env.POWERTOOLS_METRICS_DISABLED = 'false';
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      written.push(String(line));
      return true;
    });
    try {
      expect(await invoke(PROBE.consumer, {})).toEqual({ signIn: false, unit: false, center: false });
    } finally {
      out.mockRestore();
      process.env.POWERTOOLS_METRICS_DISABLED = disabled;
    }
    const measured = written.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));
    expect(measured).toMatchObject(PROBE.parts.map((part) => ({ ...dimensionsOf('local'), part, [METRICS.probe]: 0 })));
  });
});
