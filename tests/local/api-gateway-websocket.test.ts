import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningWebSocketApi, startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { type ManualClock, manualClock } from '#support/manual-clock.ts';

type Options = Partial<Parameters<typeof startWebSocketApi>[0]>;

interface Event {
  requestContext: Record<string, unknown> & { connectionId: string; requestId: string };
  queryStringParameters?: Record<string, string>;
  body?: string;
  isBase64Encoded: boolean;
}

let api: RunningWebSocketApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

/** Starts an API and keeps every event of its functions. */
async function start(answers: Record<string, (event: Event) => unknown> = {}, options: Options = {}) {
  const events: { routeKey: string; event: Event }[] = [];
  const clock = manualClock();
  const log = vi.fn();
  api = await startWebSocketApi({
    port: 0,
    stage: 'live',
    clock,
    log,
    invoke: async (routeKey, event) => {
      events.push({ routeKey, event: event as Event });
      return answers[routeKey] ? answers[routeKey](event as Event) : { statusCode: 200 };
    },
    ...options,
  });
  const of = (routeKey: string) => events.filter((entry) => entry.routeKey === routeKey).map(({ event }) => event);
  return {
    events,
    of,
    log,
    clock: (options.clock as ManualClock | undefined) ?? clock,
    faults: api.faults,
    api,
    url: `${api.url.replace('http', 'ws')}/live`,
  };
}

async function open(url: string, ...rest: [protocols?: string[], options?: { headers?: Record<string, string> }]) {
  const socket = new WebSocket(url, ...rest);
  await once(socket, 'open');
  return socket;
}

/** The status and the body of a refused upgrade. */
async function refusal(url: string): Promise<[status: number, body: { message: string }]> {
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return [response.statusCode, JSON.parse(body)];
}

const closed = async (socket: WebSocket) => {
  const [code, reason] = await once(socket, 'close');
  return [code, reason.toString()];
};
const nextMessage = async (socket: WebSocket) => (await once(socket, 'message'))[0].toString();

describe('connecting', () => {
  it('delays the upgrade until $connect has returned', async () => {
    let allow: (result: unknown) => void = () => {};
    const held = new Promise((resolve) => {
      allow = resolve;
    });
    const { url, of } = await start({ $connect: () => held });
    const socket = new WebSocket(url);
    const opened = once(socket, 'open');
    await vi.waitFor(() => expect(of('$connect')).toHaveLength(1));
    expect(await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, 60, 'held'))])).toBe('held');
    allow({ statusCode: 200 });
    await opened;
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it.each([
    [401, 401, 'Unauthorized'],
    [403, 403, 'Forbidden'],
    [500, 500, 'Internal server error'],
    [undefined, 502, 'Internal server error'],
  ])('a $connect that returns %s gives status %i and no socket', async (statusCode, status, message) => {
    const { url, api, of } = await start({ $connect: () => ({ statusCode }) });
    expect(await refusal(url)).toEqual([
      status,
      expect.objectContaining({ message, connectionId: expect.any(String) }),
    ]);
    expect(api.connectionCount()).toBe(0);
    expect(of('$disconnect')).toEqual([]);
  });

  it('fails with 502 if $connect crashes or takes more than 29 seconds', async () => {
    let fail: () => unknown = () => Promise.reject(new Error('no table'));
    const { url, clock, log } = await start({ $connect: () => fail() });
    expect((await refusal(url))[0]).toBe(502);
    expect(log).toHaveBeenCalledWith('$connect crashed', new Error('no table'));
    fail = () => {
      setImmediate(() => clock.advance(29_000));
      return new Promise(() => {});
    };
    expect((await refusal(url))[0]).toBe(504);
  });

  it('works at its stage only', async () => {
    const { url } = await start();
    await open(`${url}/?ticket=t`);
    expect(await refusal(url.replace('/live', '/'))).toEqual([403, { message: 'Forbidden' }]);
    expect(await refusal(url.replace('/live', '/other'))).toEqual([403, { message: 'Forbidden' }]);
  });

  it('refuses an address of more than 4,096 characters', async () => {
    const { url } = await start();
    await open(`${url}?ticket=${'t'.repeat(4_000)}`);
    expect((await refusal(`${url}?ticket=${'t'.repeat(4_096)}`))[0]).toBe(414);
  });

  it('refuses an upgrade to another protocol, and stores no connection', async () => {
    const { url, api } = await start();
    const { hostname, port } = new URL(url);
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const [response] = await once(request({ hostname, port, path: '/live', headers }).end(), 'response');
    expect(response.statusCode).toBe(400);
    expect(api.connectionCount()).toBe(0);
  });

  it('calls $disconnect for a client that left during $connect', async () => {
    let allow: (result: unknown) => void = () => {};
    const held = new Promise((resolve) => {
      allow = resolve;
    });
    const { url, of } = await start({ $connect: () => held });
    const socket = new WebSocket(url);
    socket.on('error', () => {});
    await vi.waitFor(() => expect(of('$connect')).toHaveLength(1));
    socket.terminate();
    await new Promise((resolve) => setTimeout(resolve, 30));
    allow({ statusCode: 200 });
    await vi.waitFor(() => expect(of('$disconnect')).toHaveLength(1));
    expect(of('$disconnect')[0]?.requestContext.disconnectStatusCode).toBe(1006);
  });
});

describe('events of the WebSocket API', () => {
  const common = (clock: ManualClock) => ({
    connectionId: expect.stringMatching(/^[A-Za-z0-9+/]{15}=$/),
    connectedAt: clock.now(),
    requestTime: '21/Nov/2026:00:00:00 +0000',
    requestTimeEpoch: clock.now(),
    requestId: expect.stringMatching(/=$/),
    extendedRequestId: expect.stringMatching(/=$/),
    domainName: 'localhost',
    stage: 'live',
    apiId: expect.any(String),
    messageDirection: 'IN',
    identity: { sourceIp: '127.0.0.1', userAgent: 'Tester/1' },
  });
  const asTester = { headers: { 'User-Agent': 'Tester/1' } };

  it('CONNECT contains the query of the client', async () => {
    const { url, of, clock } = await start();
    await open(`${url}?ticket=a%2Bb&topic=one&topic=two`, [], asTester);
    const event = of('$connect')[0]!;
    expect(event.requestContext).toEqual({ ...common(clock), routeKey: '$connect', eventType: 'CONNECT' });
    expect(event.queryStringParameters).toEqual({ ticket: 'a+b', topic: 'two' });
    expect(event.isBase64Encoded).toBe(false);
    expect(event).not.toHaveProperty('body');
  });

  it('MESSAGE contains its text and nothing of the handshake', async () => {
    const { url, of, clock } = await start();
    const socket = await open(url, [], asTester);
    socket.send('not JSON: é');
    await vi.waitFor(() => expect(of('$default')).toHaveLength(1));
    expect(of('$default')).toEqual([
      {
        requestContext: {
          ...common(clock),
          routeKey: '$default',
          eventType: 'MESSAGE',
          messageId: expect.stringMatching(/=$/),
        },
        body: 'not JSON: é',
        isBase64Encoded: false,
      },
    ]);
    expect(of('$default')[0]?.requestContext.connectionId).toBe(of('$connect')[0]?.requestContext.connectionId);
  });

  it.each([
    ['without a code', undefined, 1005, 'Client-side close frame status not set'],
    ['with a code and a reason', 4001, 4001, 'signed out'],
  ] as const)('DISCONNECT contains the reason: %s', async (_, sent, code, reason) => {
    const { url, of, clock } = await start();
    const socket = await open(url, [], asTester);
    socket.close(sent, sent && reason);
    await vi.waitFor(() => expect(of('$disconnect')).toHaveLength(1));
    const event = of('$disconnect')[0]!;
    expect(event.requestContext).toEqual({
      ...common(clock),
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: code,
      disconnectReason: reason,
    });
    expect(event).not.toHaveProperty('queryStringParameters');
  });

  it('DISCONNECT can be lost', async () => {
    const { url, of, faults, api } = await start();
    faults.set({ lostDisconnect: { times: 1 } });
    for (const left of [0, 1]) {
      const socket = await open(url);
      socket.terminate();
      await vi.waitFor(() => expect(api.connectionCount()).toBe(0));
      await vi.waitFor(() => expect(of('$disconnect')).toHaveLength(left));
    }
  });
});

describe('messages', () => {
  it('whose function fails are answered with an error frame', async () => {
    const { url, of } = await start({ $default: () => Promise.reject(new Error('on fire')) });
    const socket = await open(url);
    socket.send('hello');
    const frame = JSON.parse(await nextMessage(socket));
    const { connectionId, requestId } = of('$default')[0]!.requestContext;
    expect(frame).toEqual({ message: 'Internal server error', connectionId, requestId });
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('are not answered with the result of the function', async () => {
    const { url, of } = await start({ $default: () => ({ statusCode: 200, body: 'silent' }) });
    const socket = await open(url);
    const received = vi.fn();
    socket.on('message', received);
    socket.send('hello');
    await vi.waitFor(() => expect(of('$default')).toHaveLength(1));
    socket.ping();
    await once(socket, 'pong');
    expect(received).not.toHaveBeenCalled();
  });

  it('do not wait for each other', async () => {
    const { url, of } = await start({ $default: () => new Promise(() => {}) });
    const socket = await open(url);
    socket.send('one');
    socket.send('two');
    await vi.waitFor(() => expect(of('$default').map(({ body }) => body)).toEqual(['one', 'two']));
  });
});

describe('limits', () => {
  it('allow a message of 32 KB', async () => {
    const { url, of } = await start();
    const socket = await open(url);
    socket.send('x'.repeat(32 * 1024));
    await vi.waitFor(() => expect(of('$default')[0]?.body).toHaveLength(32 * 1024));
  });

  it('close with 1009 on a longer one, without calling a function', async () => {
    const { url, of } = await start();
    const socket = await open(url);
    socket.send('x'.repeat(32 * 1024 + 1));
    expect((await closed(socket))[0]).toBe(1009);
    await vi.waitFor(() => expect(of('$disconnect')[0]?.requestContext.disconnectStatusCode).toBe(1009));
    expect(of('$default')).toEqual([]);
  });

  it('close with 1003 on a binary message', async () => {
    const { url, of } = await start();
    const socket = await open(url);
    socket.send(Buffer.from('bytes'));
    expect((await closed(socket))[0]).toBe(1003);
    expect(of('$default')).toEqual([]);
  });

  it('end a connection after 10 idle minutes', async () => {
    const { url, clock, of } = await start();
    const socket = await open(url);
    clock.advance(10 * 60_000 - 1);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    clock.advance(1);
    expect(await closed(socket)).toEqual([1001, 'Going away']);
    await vi.waitFor(() => expect(of('$disconnect')).toHaveLength(1));
    expect(of('$disconnect')[0]?.requestContext).toMatchObject({
      disconnectStatusCode: 1001,
      disconnectReason: 'Going away',
    });
  });

  it.each(['a message', 'a ping'])('%s restarts the 10 minutes', async (what) => {
    const { url, clock, of } = await start();
    const socket = await open(url);
    clock.advance(9 * 60_000);
    socket.send('still here');
    await vi.waitFor(() => expect(of('$default')).toHaveLength(1));
    if (what === 'a ping') {
      clock.advance(9 * 60_000);
      socket.ping();
      await once(socket, 'pong');
    }
    clock.advance(9 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(socket.readyState).toBe(WebSocket.OPEN);
    clock.advance(60_000);
    expect((await closed(socket))[0]).toBe(1001);
  });

  it('end every connection after 2 hours, even an active one', async () => {
    const { url, clock, of } = await start();
    const socket = await open(url);
    const end = closed(socket);
    for (let minute = 5; minute < 120; minute += 5) {
      clock.advance(5 * 60_000);
      socket.send('busy');
      await vi.waitFor(() => expect(of('$default')).toHaveLength(minute / 5));
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    clock.advance(5 * 60_000);
    expect(await end).toEqual([1001, 'Going away']);
  });
});

describe('stopping the stand-in', () => {
  it('closes every connection, calls $disconnect and frees the port', async () => {
    const { url, of, api } = await start();
    const socket = await open(url);
    const end = closed(socket);
    await api.close();
    expect((await end)[0]).toBe(1001);
    expect(of('$disconnect')).toHaveLength(1);
    await expect(open(url)).rejects.toThrow(expect.objectContaining({ code: 'ECONNREFUSED' }));
  });
});
