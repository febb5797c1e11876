import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningWebSocketApi, startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { FrameLengths } from '#local/api-gateway/websocket-frames.ts';
import { type ManualClock, manualClock } from '#local/clock.ts';

type Options = Partial<Parameters<typeof startWebSocketApi>[0]>;

interface Event {
  requestContext: Record<string, unknown> & { connectionId: string; requestId: string };
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  queryStringParameters?: Record<string, string>;
  multiValueQueryStringParameters?: Record<string, string[]>;
  body?: string;
  isBase64Encoded: boolean;
}

let api: RunningWebSocketApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

/** Starts an API and keeps every event that its functions are given. */
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

/** The status, and the body, with which an upgrade was refused. */
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
  it('holds the upgrade until $connect has returned', async () => {
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

  it('a $connect that crashes or takes more than 29 seconds is the fault of the gateway', async () => {
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

  it('answers with the subprotocol that $connect chose among those offered', async () => {
    const chosen = { statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'watchkeep.2' } };
    const { url } = await start({ $connect: () => chosen });
    const socket = await open(url, ['watchkeep.1', 'watchkeep.2']);
    expect(socket.protocol).toBe('watchkeep.2');
  });

  it('names no subprotocol of its own accord, which browsers take for a refusal', async () => {
    const { url } = await start();
    const socket = new WebSocket(url, ['watchkeep.1']);
    const [error] = await once(socket, 'error');
    expect(error.message).toContain('no subprotocol');
  });

  it('is dialled at its stage or, like a custom domain, at its root, and nowhere else', async () => {
    const { url } = await start();
    await open(url.replace('/live', '/?ticket=t'));
    await open(`${url}/`);
    expect(await refusal(url.replace('/live', '/other'))).toEqual([403, { message: 'Forbidden' }]);
  });

  it('takes 500 new connections a second', async () => {
    const { url, clock } = await start({ $connect: () => ({ statusCode: 403 }) });
    const statuses = await Promise.all(Array.from({ length: 501 }, async () => (await refusal(url))[0]));
    expect(statuses.filter((status) => status === 403)).toHaveLength(500);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    clock.advance(1_000);
    expect((await refusal(url))[0]).toBe(403);
  });

  it('refuses an address that is longer than 4,096 characters', async () => {
    const { url } = await start();
    await open(`${url}?ticket=${'t'.repeat(4_000)}`);
    expect((await refusal(`${url}?ticket=${'t'.repeat(4_096)}`))[0]).toBe(414);
  });

  it('refuses an upgrade that is not one of a WebSocket, and forgets it', async () => {
    const { url, api } = await start();
    const { hostname, port } = new URL(url);
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const [response] = await once(request({ hostname, port, path: '/live', headers }).end(), 'response');
    expect(response.statusCode).toBe(400);
    expect(api.connectionCount()).toBe(0);
  });

  it('tells $disconnect of a client that left while it was held', async () => {
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

describe('events', () => {
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

  it('a CONNECT has the headers and the query of the client', async () => {
    const { url, of, clock } = await start();
    await open(`${url}?ticket=a%2Bb&topic=one&topic=two`, [], asTester);
    const event = of('$connect')[0]!;
    expect(event.requestContext).toEqual({ ...common(clock), routeKey: '$connect', eventType: 'CONNECT' });
    expect(event.queryStringParameters).toEqual({ ticket: 'a+b', topic: 'two' });
    expect(event.multiValueQueryStringParameters).toEqual({ ticket: ['a+b'], topic: ['one', 'two'] });
    expect(event.headers).toMatchObject({ 'User-Agent': 'Tester/1', 'Sec-WebSocket-Version': '13' });
    expect(event.multiValueHeaders).toMatchObject({ 'User-Agent': ['Tester/1'], 'X-Forwarded-For': ['127.0.0.1'] });
    expect(event.isBase64Encoded).toBe(false);
    expect(event).not.toHaveProperty('body');
  });

  it('a MESSAGE has its text and nothing of the handshake', async () => {
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
    ['with code and words', 4001, 4001, 'signed out'],
  ] as const)('a DISCONNECT says why: %s', async (_, sent, code, reason) => {
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
    expect(Object.keys(event.headers ?? {})).toEqual(['Host', 'x-api-key', 'X-Forwarded-For', 'x-restapi']);
    expect(event).not.toHaveProperty('queryStringParameters');
  });

  it('a DISCONNECT can be lost', async () => {
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
  const routeKeys = ['$connect', '$disconnect', '$default', 'command'];

  it.each([
    ['{"action":"command","text":"x"}', 'command'],
    ['{"action":"unknown"}', '$default'],
    ['{"action":"$connect"}', '$default'],
    ['{"action":7}', '$default'],
    ['null', '$default'],
    ['{"action":', '$default'],
  ])('%s goes to %s', async (message, routeKey) => {
    const { url, events } = await start({}, { routeKeys });
    const socket = await open(url);
    socket.send(message);
    await vi.waitFor(() => expect(events).toHaveLength(2));
    expect(events[1]).toMatchObject({ routeKey, event: { body: message, requestContext: { routeKey } } });
  });

  it('are forbidden where no route takes them', async () => {
    const { url, of } = await start({}, { routeKeys: ['$connect', 'command'] });
    const socket = await open(url);
    socket.send('{"action":"other"}');
    expect(JSON.parse(await nextMessage(socket))).toEqual({
      message: 'Forbidden',
      connectionId: of('$connect')[0]?.requestContext.connectionId,
      requestId: expect.any(String),
    });
  });

  it('whose function fails are answered with an error frame', async () => {
    const { url, of } = await start({ $default: () => Promise.reject(new Error('on fire')) });
    const socket = await open(url);
    socket.send('hello');
    const frame = JSON.parse(await nextMessage(socket));
    const { connectionId, requestId } = of('$default')[0]!.requestContext;
    expect(frame).toEqual({ message: 'Internal server error', connectionId, requestId });
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('are answered with the result only on routes that have a response', async () => {
    const { url } = await start(
      { command: () => ({ statusCode: 200, body: 'heard' }), $default: () => ({ statusCode: 200, body: 'silent' }) },
      { routeKeys, routesWithResponse: ['command'] },
    );
    const socket = await open(url);
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(data.toString()));
    socket.send('to the default route');
    socket.send('{"action":"command"}');
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard).toEqual(['heard']);
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
  const frame = 32 * 1024;

  /** Sends one message in as many frames as there are sizes. */
  function sendFrames(socket: WebSocket, ...sizes: number[]) {
    for (const [index, size] of sizes.entries()) socket.send('x'.repeat(size), { fin: index === sizes.length - 1 });
  }

  it('takes 128 KB in frames of 32 KB', async () => {
    const { url, of } = await start();
    const socket = await open(url);
    sendFrames(socket, frame, frame, frame, frame);
    await vi.waitFor(() => expect(of('$default')[0]?.body).toHaveLength(128 * 1024));
  });

  it('closes with 1009 on a longer frame, and no function sees the message', async () => {
    const { url, of } = await start();
    const socket = await open(url);
    socket.send('x'.repeat(frame + 1));
    expect((await closed(socket))[0]).toBe(1009);
    await vi.waitFor(() => expect(of('$disconnect')[0]?.requestContext.disconnectStatusCode).toBe(1009));
    expect(of('$default')).toEqual([]);
  });

  it('closes with 1009 on a longer message, whatever its frames', async () => {
    const { url, of } = await start();
    const socket = await open(url);
    sendFrames(socket, frame, frame, frame, frame, 1);
    expect((await closed(socket))[0]).toBe(1009);
    await vi.waitFor(() => expect(of('$disconnect')[0]?.requestContext.disconnectStatusCode).toBe(1009));
    expect(of('$default')).toEqual([]);
  });

  it('closes with 1003 on a binary message', async () => {
    const { url, of } = await start();
    const socket = await open(url);
    socket.send(Buffer.from('bytes'));
    expect((await closed(socket))[0]).toBe(1003);
    expect(of('$default')).toEqual([]);
  });

  it('ends a connection that was idle for 10 minutes', async () => {
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

  it.each(['a message', 'a ping'])('%s starts the 10 minutes anew', async (what) => {
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

  it('ends every connection after 2 hours, however busy', async () => {
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

describe('closing the stand-in', () => {
  it('says goodbye to every client, tells $disconnect and frees the port', async () => {
    const { url, of, api } = await start();
    const socket = await open(url);
    const end = closed(socket);
    await api.close();
    expect((await end)[0]).toBe(1001);
    expect(of('$disconnect')).toHaveLength(1);
    await expect(open(url)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('frame lengths', () => {
  const head = (...bytes: number[]) => Buffer.from(bytes);
  const masked = Buffer.alloc(4);
  const stream = Buffer.concat([
    head(0x81, 0x85),
    masked,
    Buffer.alloc(5),
    head(0x01, 0xfe, 0x01, 0x00),
    masked,
    Buffer.alloc(256),
    head(0x80, 0xff, 0, 0, 0, 0, 0, 1, 0, 0),
    masked,
    Buffer.alloc(65_536),
    head(0x89, 0x80),
    masked,
  ]);

  it.each([1, 3, 7, 1000, stream.length])('are read from chunks of %i bytes', (size) => {
    const lengths = new FrameLengths();
    const seen: number[] = [];
    for (let at = 0; at < stream.length; at += size) seen.push(...lengths.push(stream.subarray(at, at + size)));
    expect(seen).toEqual([5, 256, 65_536, 0]);
  });
});
