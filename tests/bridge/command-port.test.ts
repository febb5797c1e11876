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

describe('the signature of a request', () => {
  it('is HMAC-SHA256 over timestamp, a full stop and body, in hexadecimal', () => {
    const expected = createHmac('sha256', 'secret').update('1795262400000.{"a":1}').digest('hex');
    expect(signedHeaders('secret', '{"a":1}', 1_795_262_400_000)).toMatchObject({
      [TIMESTAMP_HEADER]: '1795262400000',
      [SIGNATURE_HEADER]: expected,
    });
  });

  it('is valid for five minutes, before and after', () => {
    const at = 1_795_262_400_000;
    const signature = signedHeaders('secret', 'body', at)[SIGNATURE_HEADER];
    const holds = (now: number) => isSigned('secret', 'body', String(at), signature, now);
    expect([holds(at), holds(at + 300_000), holds(at - 300_000)]).toEqual([true, true, true]);
    expect([holds(at + 300_001), holds(at - 300_001)]).toEqual([false, false]);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['is missing', { [SIGNATURE_HEADER]: undefined }],
    ['has no timestamp', { [TIMESTAMP_HEADER]: undefined }],
    ['belongs to another time', { [TIMESTAMP_HEADER]: String(Date.now() - 1) }],
    ['is too short', { [SIGNATURE_HEADER]: 'ab' }],
    ['is no hexadecimal number', { [SIGNATURE_HEADER]: 'z'.repeat(64) }],
    ['uses another secret', signedHeaders('another secret of 16 letters', JSON.stringify({}), Date.now())],
  ])('is refused if it %s', async (_, changes) => {
    const body = JSON.stringify(command());
    const headers = Object.entries({ ...signedHeaders(SECRET, body, Date.now()), ...changes }).filter(
      ([, value]) => value,
    );
    expect(await send(Object.fromEntries(headers) as Record<string, string>, body)).toBe(401);
    expect(ports.commands.waiting.size).toBe(0);
  });

  it('is refused for another body', async () => {
    const headers = signedHeaders(SECRET, JSON.stringify(command()), Date.now());
    expect(await send(headers, JSON.stringify({ ...command(), command: 'Reboot' }))).toBe(401);
  });

  it('is refused if it is too old', async () => {
    expect((await post(bridge, '/commands', command(), Date.now() - 301_000)).status).toBe(401);
    expect((await post(bridge, '/superseded', { UnitSerNum: 'A1B2C3', fence: 9 }, Date.now() - 301_000)).status).toBe(
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
    expect(await send(signedHeaders(SECRET, body, Date.now()), body)).toBe(422);
  });

  it('that is too large is refused', async () => {
    const body = JSON.stringify({ ...command(), more: 'x'.repeat(20_000) });
    expect(await send(signedHeaders(SECRET, body, Date.now()), body)).toBe(413);
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
