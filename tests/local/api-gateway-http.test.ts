import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HttpRoute, startHttpApi } from '#local/api-gateway/http-api.ts';
import type { Running } from '#local/http.ts';
import { manualClock } from '#support/manual-clock.ts';

type Options = Partial<Parameters<typeof startHttpApi>[0]>;

let running: Running | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

/** Starts an API whose function returns its event, or `result`. */
async function start(
  answer: HttpRoute | ((event: APIGatewayProxyEventV2, context: Context) => unknown),
  options: Options = {},
) {
  const routes: HttpRoute[] = [typeof answer === 'function' ? { routeKey: '$default', handler: answer } : answer];
  const log = vi.fn();
  running = await startHttpApi({ port: 0, routes, log, ...options });
  return { ...running, log };
}

/** Sends the exact bytes, because fetch would normalise the path and the headers. */
function send(url: string, path: string, options: { method?: string; headers?: string[] } = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = httpRequest({ hostname, port, path, ...options }, async (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }),
    );
    request.on('error', reject).end();
  });
}

const echo = (event: APIGatewayProxyEventV2) => ({ statusCode: 200, body: JSON.stringify(event) });
const jsonOf = async (reply: Response) => (await reply.json()) as APIGatewayProxyEventV2;

describe('events of the HTTP API', () => {
  it('contain everything of payload format 2.0', async () => {
    const clock = manualClock(Date.UTC(2026, 6, 10, 19, 19, 5));
    const { url, port } = await start({ routeKey: 'POST /api/unit/{id}', handler: echo }, { clock });
    const reply = await fetch(`${url}/api/unit/space%20value?one=1&two=a%2Bb&empty=`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Tester/1' },
      body: '{"name":"Émile"}',
    });
    const event = await jsonOf(reply);
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'POST /api/unit/{id}',
      rawPath: '/api/unit/space value',
      rawQueryString: 'one=1&two=a%2Bb&empty=',
      queryStringParameters: { one: '1', two: 'a+b', empty: '' },
      pathParameters: { id: 'space value' },
      headers: expect.objectContaining({
        host: `localhost:${port}`,
        'content-type': 'application/json',
        'content-length': '17',
        'user-agent': 'Tester/1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': String(port),
        'x-forwarded-proto': 'http',
        'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      }),
      requestContext: {
        accountId: expect.stringMatching(/^\d{12}$/),
        apiId: expect.any(String),
        domainName: 'localhost',
        domainPrefix: 'localhost',
        http: {
          method: 'POST',
          path: '/api/unit/space value',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'Tester/1',
        },
        requestId: expect.stringMatching(/=$/),
        routeKey: 'POST /api/unit/{id}',
        stage: '$default',
        time: '10/Jul/2026:19:19:05 +0000',
        timeEpoch: clock.now(),
      },
      body: '{"name":"Émile"}',
      isBase64Encoded: false,
    });
  });

  it('leave out what a plain request lacks', async () => {
    const { url } = await start(echo);
    const event = await jsonOf(await fetch(`${url}/plain`));
    expect(event.rawQueryString).toBe('');
    expect(event).not.toHaveProperty('queryStringParameters');
    expect(event).not.toHaveProperty('pathParameters');
    expect(event).not.toHaveProperty('cookies');
    expect(event).not.toHaveProperty('body');
    expect(event.isBase64Encoded).toBe(false);
  });

  it('join repeated headers with commas and list cookies separately', async () => {
    const { url } = await start(echo);
    const reply = await send(url, '/?repeat=one&repeat=two', {
      headers: ['Host', 'h', 'X-Probe', 'first', 'x-probe', 'second', 'Cookie', 'session=abc; theme=dark'],
    });
    const event = JSON.parse(reply.body) as APIGatewayProxyEventV2;
    expect(event.queryStringParameters).toEqual({ repeat: 'one,two' });
    expect(event.headers['x-probe']).toBe('first,second');
    expect(event.cookies).toEqual(['session=abc', 'theme=dark']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it('add the caller to the addresses of the request', async () => {
    const { url } = await start(echo);
    const event = await jsonOf(await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.7' } }));
    expect(event.headers['x-forwarded-for']).toBe('198.51.100.7, 127.0.0.1');
    expect(event.requestContext.http.sourceIp).toBe('127.0.0.1');
  });

  // Captured from the live service: github.com/hotsock/voker, vokerhttp/testdata/ingress-paths.json.
  it.each([
    ['/capture/question%3Fvalue', '/capture/question'],
    ['/capture/hash%23value', '/capture/hash#value'],
    ['/capture/slash%2Fvalue', '/capture/slash/value'],
    ['/capture/unicode-%CE%BB', '/capture/unicode-λ'],
    ['/capture/literal%252Fvalue', '/capture/literal/value'],
    ['/capture/literal%253Fvalue', '/capture/literal?value'],
  ])('decodes the path %s as the service does', async (sent, received) => {
    const { url } = await start(echo);
    const event = JSON.parse((await send(url, sent)).body) as APIGatewayProxyEventV2;
    expect([event.rawPath, event.requestContext.http.path]).toEqual([received, received]);
  });

  it('are not created for a path whose second decoding fails', async () => {
    const { url } = await start(echo);
    expect((await send(url, '/capture/percent%25done')).status).toBe(400);
  });

  it.each([
    ['application/json; charset=utf-8', false],
    ['text/csv', false],
    ['application/xml', false],
    ['application/x-www-form-urlencoded', true],
    ['application/problem+json', true],
    ['image/png', true],
    [undefined, true],
  ])('a body of type %s is binary: %s', async (type, isBase64Encoded) => {
    const { url } = await start(echo);
    const body = new Uint8Array(Buffer.from('a=1'));
    const event = await jsonOf(
      await fetch(url, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) }),
    );
    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(event.body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString()).toBe('a=1');
  });

  it('keep binary bodies unchanged both ways', async () => {
    const { url } = await start(({ body }) => ({
      statusCode: 200,
      headers: { 'Content-Type': 'application/octet-stream' },
      body,
      isBase64Encoded: true,
    }));
    const bytes = new Uint8Array([0, 255, 254, 10, 13, 128]);
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'image/png' }, body: bytes });
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(bytes);
  });

  it('have a context with the remaining time', async () => {
    const clock = manualClock();
    const { url } = await start(
      (_event, context) => {
        const before = context.getRemainingTimeInMillis();
        clock.advance(1_000);
        const { functionName: name, awsRequestId: id } = context;
        return {
          statusCode: 200,
          body: JSON.stringify({ name, id, before, after: context.getRemainingTimeInMillis() }),
        };
      },
      { clock },
    );
    const seen = await (await fetch(url)).json();
    expect(seen).toEqual({
      name: '$default',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      before: 30_000,
      after: 29_000,
    });
  });
});

describe('replies of the HTTP API', () => {
  it('have the status, headers, cookies and body of the function', async () => {
    const { url } = await start(() => ({
      statusCode: 201,
      headers: { 'Content-Type': 'text/csv', 'X-Count': 2, 'Content-Length': '99999' },
      cookies: ['a=1; HttpOnly', 'b=2'],
      body: 'naïve',
    }));
    const reply = await fetch(url);
    expect([reply.status, await reply.text()]).toEqual([201, 'naïve']);
    expect(reply.headers.get('content-type')).toBe('text/csv');
    expect(reply.headers.get('x-count')).toBe('2');
    expect(reply.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(reply.headers.get('apigw-requestid')).toMatch(/=$/);
  });

  it.each([
    ['a body that is not a text', { statusCode: 200, body: { a: 1 } }],
    ['an invalid status', { statusCode: 'fine', body: '' }],
    ['a result without a status', { units: [1] }],
    ['an invalid header', { statusCode: 200, headers: { 'x-bad': 'two\r\nlines' } }],
    ['a size above the limit of Lambda', { statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) }],
  ])('are 500 for %s', async (_, result) => {
    const { url } = await start(() => result);
    const reply = await fetch(url);
    expect([reply.status, await reply.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  });

  it('are 500 when the function crashes, with the reason in its log', async () => {
    const crash = new Error('table on fire');
    const { url, log } = await start(() => Promise.reject(crash));
    const reply = await fetch(url);
    expect([reply.status, await reply.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('$default'), crash);
  });

  it('and events are JSON only', async () => {
    const { url } = await start(() => ({ statusCode: 200, headers: undefined, body: new Date(0) }));
    expect(await (await fetch(url)).text()).toBe('1970-01-01T00:00:00.000Z');
  });

  it('are 503 after 30 seconds', async () => {
    const clock = manualClock();
    const { url } = await start(
      () => {
        setImmediate(() => clock.advance(30_000));
        return new Promise(() => {});
      },
      { clock },
    );
    const reply = await fetch(url);
    expect([reply.status, await reply.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  });

  it('are 404 for paths without a route', async () => {
    const { url } = await start({ routeKey: 'GET /api/unit', handler: echo });
    const reply = await fetch(`${url}/api/units`);
    expect([reply.status, await reply.text()]).toEqual([404, '{"message":"Not Found"}']);
    expect((await fetch(`${url}/api/unit/`)).status).toBe(200);
  });

  it.each([
    ['of 10 MB', 10 * 1024 * 1024 + 1],
    ['above the limit of Lambda', 6 * 1024 * 1024],
  ])('refuse a body %s, declared or not', async (_, length) => {
    const handler = vi.fn(echo);
    const { url } = await start(handler);
    const headers = { 'content-type': 'text/plain' };
    const declared = await fetch(url, { method: 'POST', headers, body: 'x'.repeat(length) });
    expect([declared.status, await declared.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
    const streamed = await fetch(url, {
      method: 'POST',
      headers,
      body: new Blob(['x'.repeat(length)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect(handler).not.toHaveBeenCalled();
  });

  it('refuse more than 10,240 bytes of request line and header values', async () => {
    const { url } = await start(echo);
    expect((await fetch(url, { headers: { cookie: 'x'.repeat(9_500) } })).status).toBe(200);
    expect((await fetch(url, { headers: { cookie: 'x'.repeat(10_200) } })).status).toBe(431);
  });

  it('can fail on demand, with the text of the gateway', async () => {
    const { url } = await start(echo);
    await fetch(`${url}/_faults`, { method: 'PUT', body: '{"status500":{"times":1}}' });
    expect(await (await fetch(url)).json()).toEqual({ message: 'Internal Server Error' });
    expect((await fetch(url)).status).toBe(200);
  });
});
