import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { isSigned, SIGNATURE_HEADER, signedHeaders, TIMESTAMP_HEADER } from '#protocol/command-port-signature.ts';
import { aBridge, MemoryPorts, post, SECRET, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports);
  await TestUnit.loggedIn(bridge);
});
afterEach(() => bridge.close());

const command = () => ({
  commandId: 'command1',
  UnitSerNum: 'A1B2C3',
  command: 'Query',
  arguments: {},
  expiresAt: Date.now() + 5_000,
});
const send = async (headers: Record<string, string>, body: string) =>
  (await fetch(`${bridge.commandUrl}/commands`, { method: 'POST', headers, body })).status;

const REQUEST = { method: 'POST', path: '/commands', body: 'body' };
const signed = (
  body: string,
  { secret = SECRET, ...change }: { secret?: string; method?: string; path?: string } = {},
) => signedHeaders(secret, { ...REQUEST, body, ...change }, Date.now());

describe('the signature of a request', () => {
  it('is HMAC-SHA256 over timestamp, method, path and body, in hexadecimal', () => {
    const expected = createHmac('sha256', 'secret').update('1795262400000\nPOST /commands\n{"a":1}').digest('hex');
    expect(signedHeaders('secret', { ...REQUEST, body: '{"a":1}' }, 1_795_262_400_000)).toMatchObject({
      [TIMESTAMP_HEADER]: '1795262400000',
      [SIGNATURE_HEADER]: expected,
    });
  });

  it('is valid for a minute, before and after', () => {
    const at = 1_795_262_400_000;
    const signature = signedHeaders('secret', REQUEST, at)[SIGNATURE_HEADER];
    const holds = (now: number) => isSigned('secret', REQUEST, String(at), signature, now);
    expect([holds(at), holds(at + 60_000), holds(at - 60_000)]).toEqual([true, true, true]);
    expect([holds(at + 60_001), holds(at - 60_001)]).toEqual([false, false]);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['is missing', { [SIGNATURE_HEADER]: undefined }],
    ['has no timestamp', { [TIMESTAMP_HEADER]: undefined }],
    ['belongs to another time', { [TIMESTAMP_HEADER]: String(Date.now() - 1) }],
    ['is too short', { [SIGNATURE_HEADER]: 'ab' }],
    ['is no hexadecimal number', { [SIGNATURE_HEADER]: 'z'.repeat(64) }],
    ['uses another secret', signed('{}', { secret: 'another secret of 16 letters' })],
  ])('is refused if it %s', async (_, changes) => {
    const body = JSON.stringify(command());
    const headers = Object.entries({ ...signed(body), ...changes }).filter(([, value]) => value);
    expect(await send(Object.fromEntries(headers) as Record<string, string>, body)).toBe(401);
    expect(ports.commands.waiting.size).toBe(0);
  });

  it('is refused for another body', async () => {
    expect(await send(signed(JSON.stringify(command())), JSON.stringify({ ...command(), command: 'Reboot' }))).toBe(
      401,
    );
  });

  it('is refused on another path and for another method', async () => {
    const body = JSON.stringify(command());
    for (const change of [
      { path: '/handled' },
      { path: '/superseded' },
      { path: '/commands/' },
      { path: '/commands?' },
      { path: '/health' },
      { path: '' },
      { method: 'PUT' },
      { method: 'post' },
      { method: 'POST /commands\n', path: '' },
    ])
      expect(await send(signed(body, change), body)).toBe(401);
    expect(ports.commands.waiting.size).toBe(0);
    expect(await send(signed(body), body)).toBe(202);
  });

  it.each(['/handled', '/superseded'])('of a command is refused at %s', async (path) => {
    const body = JSON.stringify({ UnitSerNum: 'A1B2C3', fence: 9 });
    const headers = signed(body);
    expect((await fetch(`${bridge.commandUrl}${path}`, { method: 'POST', headers, body })).status).toBe(401);
    expect(bridge.units).toBe(1);
  });

  it('can be repeated while it is valid, and then its command runs once', async () => {
    const body = JSON.stringify(command());
    const headers = signed(body);
    expect([await send(headers, body), await send(headers, body)]).toEqual([202, 202]);
    expect(ports.commands.waiting.size).toBe(1);
  });

  it('is refused if it is too old', async () => {
    expect((await post(bridge, '/commands', command(), Date.now() - 61_000)).status).toBe(401);
    expect((await post(bridge, '/superseded', { UnitSerNum: 'A1B2C3', fence: 9 }, Date.now() - 61_000)).status).toBe(
      401,
    );
    expect(bridge.units).toBe(1);
  });
});

describe('the body of a request', () => {
  it.each<[string, Record<string, unknown>]>([
    ['without an id', { commandId: undefined }],
    ['with an expiry that is not a number', { expiresAt: 'soon' }],
    ['with an argument that is an object', { arguments: { deep: {} } }],
    ['with an argument that is a fraction', { arguments: { level: 1.5 } }],
    ['with arguments that are a list', { arguments: ['x'] }],
    ['with a name that is too long', { command: 'x'.repeat(41) }],
    ['that does not fit into a frame', { arguments: { text: 'x'.repeat(1_100) } }],
  ])('%s is refused with a message', async (_, changes) => {
    const { status, body } = await post(bridge, '/commands', { ...command(), ...changes });
    expect(status).toBe(422);
    expect(body.status).toMatch(/must be|fit/);
    expect(ports.commands.waiting.size).toBe(0);
  });

  it.each(['{', '[]', '"text"', ''])('that is not a JSON object is refused: %s', async (body) => {
    expect(await send(signed(body), body)).toBe(422);
  });

  it('that is too large is refused', async () => {
    const body = JSON.stringify({ ...command(), more: 'x'.repeat(20_000) });
    expect(await send(signed(body), body)).toBe(413);
  });
});

describe('the command port', () => {
  it('answers the health check without a signature', async () => {
    const response = await fetch(`${bridge.commandUrl}/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'ok', units: 1, notLoggedIn: 0 });
  });

  it('rejects other paths', async () => {
    expect((await post(bridge, '/elsewhere', {})).status).toBe(404);
    expect((await fetch(`${bridge.commandUrl}/commands`)).status).toBe(404);
  });
});
