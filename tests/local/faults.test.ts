import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFaults } from '#local/faults.ts';
import { assertPortFree, json, type Running, serveHttp } from '#local/http.ts';
import { freePort, onFreePort, portTable } from '#local/ports.ts';
import { withMessage } from '#support/with-message.ts';

let running: Running | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function startEcho() {
  const faults = createFaults({ own: ['lostCallback'], replies: { status500: { status: 503, body: 'own words' } } });
  running = await serveHttp({ port: 0, faults, handle: ({ body }) => json(200, { echo: body.toString() }) });
  const { url } = running;
  return {
    faults,
    switchTo: (settings: unknown) => fetch(`${url}/_faults`, { method: 'PUT', body: JSON.stringify(settings) }),
    current: async () => (await fetch(`${url}/_faults`)).json(),
    clear: () => fetch(`${url}/_faults`, { method: 'DELETE' }),
    call: (path = '/any') => fetch(url + path, { method: 'POST', body: 'hello' }),
  };
}

describe('faults', () => {
  it('are off until one is turned on', async () => {
    const { call } = await startEcho();
    expect(await (await call()).json()).toEqual({ echo: 'hello' });
  });

  it('apply to as many requests as asked', async () => {
    const { call, switchTo } = await startEcho();
    await switchTo({ status429: { times: 2 } });
    const replies = [await call(), await call(), await call()];
    expect(replies.map(({ status }) => status)).toEqual([429, 429, 200]);
    expect(replies[0]?.headers.get('retry-after')).toBe('1');
  });

  it('apply to the given path only, with the text of the service', async () => {
    const { call, switchTo, clear } = await startEcho();
    await switchTo({ status500: { path: '/rws/' } });
    expect((await call('/other')).status).toBe(200);
    const struck = await call('/rws/devices');
    expect([struck.status, await struck.text()]).toEqual([503, 'own words']);
    await clear();
    expect((await call('/rws/devices')).status).toBe(200);
  });

  it('can delay a correct answer', async () => {
    const { call, switchTo } = await startEcho();
    await switchTo({ slow: { milliseconds: 120, times: 1 } });
    const began = performance.now();
    expect((await call()).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(115);
  });

  it('can answer 200 with a body that does not parse', async () => {
    const { call, switchTo } = await startEcho();
    await switchTo({ wrongAnswer: {} });
    const reply = await call();
    expect(reply.status).toBe(200);
    await expect(reply.json()).rejects.toThrow(SyntaxError);
  });

  it("can be the service's own faults, by count; unknown ones are refused", async () => {
    const { faults, switchTo, current } = await startEcho();
    await switchTo({ lostCallback: { times: 1 } });
    expect(await current()).toEqual({ lostCallback: { times: 1 } });
    expect([faults.take('lostCallback'), faults.take('lostCallback')]).toEqual([{ times: 0 }, undefined]);
    expect((await switchTo({ lostCalback: {} })).status).toBe(400);
  });
});

describe('ports of the stand-ins', () => {
  it('all move by the offset', () => {
    expect(portTable({}).web).toBe(8080);
    expect(portTable({ WATCHKEEP_PORT_OFFSET: '1000' })).toMatchObject({ web: 9080, live: 10002, bridgeUnits: 9200 });
    expect(() => portTable({ WATCHKEEP_PORT_OFFSET: 'many' })).toThrow(RangeError);
  });

  it('are found if they can be bound, and named if they cannot', async () => {
    const port = await freePort();
    running = await serveHttp({ port, handle: () => json(200, {}) });
    await expect(serveHttp({ port, handle: () => json(200, {}) })).rejects.toThrow(
      new RegExp(`^Port ${port} is in use\\. `),
    );
  });

  it.each(['0.0.0.0', '127.0.0.1'])('are not free while another process listens at %s', async (host) => {
    const other = createServer();
    await new Promise<void>((resolve, reject) => other.once('error', reject).listen(0, host, resolve));
    const { port } = other.address() as AddressInfo;
    await expect(assertPortFree(port)).rejects.toThrow(new RegExp(`^Port ${port} is in use\\. `));
    await new Promise((resolve) => other.close(resolve));
    await assertPortFree(port);
  });

  it('are tried one after another if another process takes a port first, and any other failure is final', async () => {
    const tried: number[] = [];
    const started = await onFreePort(async (port) => {
      tried.push(port);
      if (tried.length === 1) throw new Error('Its output:\njava.net.BindException: Address already in use');
      if (tried.length === 2) throw new Error(`listen EADDRINUSE: address already in use :::${port}`);
      return port;
    });
    expect([tried.length, started]).toEqual([3, tried[2]]);
    const failing = vi.fn(async () => {
      throw new Error('There is no Java');
    });
    await expect(onFreePort(failing)).rejects.toThrow(withMessage('There is no Java'));
    expect(failing).toHaveBeenCalledTimes(1);
  });

  it('are free after closing', async () => {
    const first = await serveHttp({ port: 0, handle: () => json(200, {}) });
    await fetch(first.url);
    await first.close();
    const again = createServer();
    await new Promise<void>((resolve, reject) => again.once('error', reject).listen(first.port, '127.0.0.1', resolve));
    again.close();
  });
});
