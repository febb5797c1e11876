import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startHttpApi } from '#local/api-gateway/http-api.ts';
import { startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { startFront } from '#local/front/front.ts';
import { listen, type Running } from '#local/http.ts';
import { VIEWER_HEADER } from '#platform/http/edge-key.ts';

const PAGE = '<!doctype html><title>Watchkeep</title>';
const UNITS_PAGE = '<!doctype html><title>Watchkeep, units</title>';
const SCRIPT = `console.log(${JSON.stringify('watch '.repeat(500))});`;
const HEADERS = { 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff' };

let folder: string;
let root: string;
const started: Running[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'front-'));
  root = join(folder, 'dist');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), PAGE);
  await mkdir(join(root, 'screens'));
  await writeFile(join(root, 'screens/unitmanagement.html'), UNITS_PAGE);
  await writeFile(join(root, 'assets', 'index-Bq3_x-9Z.js'), SCRIPT);
  await writeFile(join(root, 'assets', 'logo.svg'), '<svg/>');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterEach(async () => {
  for (const running of started.splice(0).reverse()) await running.close();
  await rm(folder, { recursive: true });
});

/** Starts a front for the folder and for an origin with the given answers. */
async function start(origin: RequestListener = (_, response) => response.end('from the API')) {
  const api = await listen(createServer(origin), 0);
  started.push(api);
  const front = await startFront({ port: 0, root, apiUrl: api.url, headers: HEADERS });
  started.push(front);
  return { url: front.url, api };
}

/** Sends the exact bytes, and does not decompress. */
async function send(url: string, path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { hostname, port } = new URL(url);
  const asked = httpRequest({ hostname, port, path, ...options }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

describe('files of the web app', () => {
  it.each(['/', '/index.html', '/units/42', '/units?page=2', '/authors', '/apis/list/'])(
    '%s is the one page',
    async (path) => {
      const { url } = await start();
      const reply = await fetch(url + path);
      expect([reply.status, await reply.text()]).toEqual([200, PAGE]);
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
    },
  );

  it('of a screen are its page, whatever the case of its path and with a slash at its end', async () => {
    const { url } = await start();
    for (const path of ['/unitManagement', '/UNITMANAGEMENT/', '/unitManagement?UnitModel=x'])
      expect(await (await fetch(url + path)).text()).toBe(UNITS_PAGE);
  });

  it('with a hash in their name are cached for ever, and others for five minutes', async () => {
    const { url } = await start();
    const hashed = await fetch(`${url}/assets/index-Bq3_x-9Z.js`);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const plain = await fetch(`${url}/assets/logo.svg`);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=300');
    expect(plain.headers.get('content-type')).toBe('image/svg+xml');
  });

  it('that are missing are not replaced by the page', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/assets/old-AAAAAAAA.js`)).status).toBe(404);
  });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
  ] as const)('are compressed with %s for a browser that accepts %s', async (encoding, accepted, decompress) => {
    const { url } = await start();
    for (const _again of [1, 2]) {
      const { headers, body } = await send(url, '/assets/index-Bq3_x-9Z.js', {
        headers: { 'accept-encoding': accepted },
      });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toBe('accept-encoding');
      expect(decompress(body).toString()).toBe(SCRIPT);
      expect(Number(headers['content-length'])).toBe(body.length);
    }
  });

  it('are not compressed if they are small', async () => {
    const { url } = await start();
    const { headers } = await send(url, '/', { headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('answer 304 while unchanged, and are sent again after a build', async () => {
    const { url } = await start();
    const etag = (await fetch(url)).headers.get('etag')!;
    const unchanged = await send(url, '/', { headers: { 'if-none-match': `W/${etag}` } });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    await writeFile(join(root, 'index.html'), 'built again');
    await utimes(join(root, 'index.html'), new Date(), new Date(Date.now() + 5_000));
    const changed = await send(url, '/', { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.body.toString()]).toEqual([200, 'built again']);
  });

  it('answer HEAD without a body, and refuse other methods', async () => {
    const { url } = await start();
    const head = await send(url, '/', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(PAGE.length), 0]);
    expect((await send(url, '/', { method: 'POST' })).status).toBe(403);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..\\secret.txt',
    '/linked.txt',
    '/index.html%00.js',
    '/%E0%A4%A.js',
  ])('never leave their folder for %s', async (path) => {
    await symlink(join(folder, 'secret.txt'), join(root, 'linked.txt'));
    const { url } = await start();
    const { status, body } = await send(url, path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain('secret');
  });

  it('explain what to do if the web app is not built', async () => {
    await rm(join(root, 'index.html'));
    const { url } = await start();
    const reply = await fetch(url);
    expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('npm run build:web')]);
  });

  it('have the security headers in every answer', async () => {
    const { url } = await start((_, response) => response.setHeader('X-Content-Type-Options', 'sniff').end());
    for (const path of ['/', '/missing.js', '/api/unit', '/assets/logo.svg']) {
      expect((await fetch(url + path)).headers.get('content-security-policy')).toBe("default-src 'self'");
      expect((await fetch(url + path)).headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('the API behind the front', () => {
  it('is not asked over a connection that it may have closed', async () => {
    const used = new WeakSet<object>();
    const { url } = await start((request, response) => {
      if (used.has(request.socket)) request.socket.destroy();
      used.add(request.socket);
      response.end('from the API');
    });
    for (const path of ['/api/one', '/api/two', '/api/three'])
      expect(await (await fetch(url + path, { method: 'PUT' })).text()).toBe('from the API');
  });

  it.each(['/auth/%256Cogin', '/auth/%%36Cogin', '/api/%252e%252e/auth/login'])(
    'does not receive %s, which it would decode twice',
    async (path) => {
      const { url } = await start();
      const { status, body, headers } = await send(url, path, { method: 'POST' });
      expect([status, String(body)]).toEqual([404, 'Not found']);
      expect(headers).toMatchObject(HEADERS);
    },
  );

  it.each(['/api', '/api/unit/7', '/auth/login', '/api/none.json'])('a 404 of %s stays a 404', async (path) => {
    const { url } = await start((_, response) => response.writeHead(404).end('{"message":"Not Found"}'));
    const reply = await fetch(url + path, { headers: { accept: 'text/html' } });
    expect([reply.status, await reply.text()]).toEqual([404, '{"message":"Not Found"}']);
  });

  it('receives method, path, query, headers and body unchanged, and the address of the viewer', async () => {
    let seen: unknown;
    const { url, api } = await start(async (request, response) => {
      const { method, headers } = request;
      seen = { method, url: request.url, headers, body: (await buffer(request)).toString() };
      response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'application/json' }).end('{}');
    });
    const reply = await fetch(`${url}/api/unit/a%2Fb?q=%20&q=1`, {
      method: 'PUT',
      headers: {
        cookie: 'session=1',
        'content-type': 'application/json',
        'x-forwarded-for': '198.51.100.7',
        [VIEWER_HEADER]: '198.51.100.7',
      },
      body: '{"é":1}',
    });
    expect(seen).toMatchObject({
      method: 'PUT',
      url: '/api/unit/a%2Fb?q=%20&q=1',
      headers: {
        host: `localhost:${api.port}`,
        cookie: 'session=1',
        'x-forwarded-for': '198.51.100.7, 127.0.0.1',
        [VIEWER_HEADER]: '127.0.0.1',
      },
      body: '{"é":1}',
    });
    expect([reply.status, await reply.text(), reply.headers.getSetCookie()]).toEqual([201, '{}', ['a=1', 'b=2']]);
  });

  it.each([
    ['Aa1\\b', 200],
    ['Aa1?b?', 200],
    ['Aa1 #&+;ü🐕', 200],
    // The gateway decodes it before it looks for a route.
    ['Aa1/b', 404],
    ['Aa1%b', 404],
  ])('receives the value %s of a path whole, or not at all', async (value, status) => {
    const handler = async (event: { pathParameters?: unknown }) => ({
      statusCode: 200,
      body: JSON.stringify(event.pathParameters),
    });
    const api = await startHttpApi({ port: 0, routes: [{ routeKey: 'GET /api/check/{value}', handler }] });
    const front = await startFront({ port: 0, root, apiUrl: api.url, headers: HEADERS });
    started.push(api, front);
    const reply = await send(front.url, `/api/check/${encodeURIComponent(value)}`);
    expect(reply.status).toBe(status);
    if (status === 200) expect(JSON.parse(String(reply.body))).toEqual({ value });
  });

  it("receives headers that only the front sets, in place of the viewer's", async () => {
    const origin = await listen(
      createServer((request, response) => response.end(String(request.headers['x-edge']))),
      0,
    );
    const originHeaders = { 'x-edge': 'the key' };
    const front = await startFront({ port: 0, root, apiUrl: origin.url, originHeaders, headers: HEADERS });
    started.push(origin, front);
    expect(await (await fetch(`${front.url}/api/unit`, { headers: { 'X-Edge': 'guessed' } })).text()).toBe('the key');
  });

  it('gets no trailing slash', async () => {
    const { url } = await start((request, response) => response.end(request.url));
    expect(await (await fetch(`${url}/api/unit/7/?page=2`)).text()).toBe('/api/unit/7?page=2');
  });

  it('can stream answers', async () => {
    let finish = () => {};
    const { url } = await start((_, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const reader = (await fetch(`${url}/api/stream`)).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first');
    finish();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('last');
  });

  it('receives streamed bodies', async () => {
    const { url } = await start(async (request, response) => {
      const [chunk] = await once(request, 'data');
      response.end(`began with ${chunk}`);
    });
    const { hostname, port } = new URL(url);
    const asked = httpRequest({ hostname, port, path: '/api/upload', method: 'POST' });
    asked.write('first');
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect((await buffer(response)).toString()).toBe('began with first');
    asked.destroy();
  });

  it('is notified when the browser cancels', async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { url } = await start((_, response) => {
      response.on('close', () => gone.resolve());
      asked.resolve();
    });
    const abort = new AbortController();
    const reply = fetch(`${url}/api/slow`, { signal: abort.signal }).catch(() => {});
    await asked.promise;
    abort.abort();
    await reply;
    await gone.promise;
  });

  it('that does not answer is a 502', async () => {
    const { url, api } = await start();
    await api.close();
    started.shift();
    expect((await fetch(`${url}/api/unit`)).status).toBe(502);
  });
});

describe('an address', () => {
  const queryOf = (bytes: number) => `?q=${'x'.repeat(bytes - 'q='.length)}`;

  it.each(['/api/units/all', '/'])('of 8,192 bytes is accepted, and a longer one is refused: %s', async (path) => {
    const { url } = await start((request, response) => response.end(String(request.url?.length)));
    const beside = new URL(url).host.length + path.length + '?'.length;
    const longest = await send(url, path + queryOf(8192 - beside));
    expect(longest.status).toBe(200);
    const longer = await send(url, path + queryOf(8193 - beside));
    expect([longer.status, longer.headers.connection]).toEqual([413, 'close']);
  });

  it('may have a query above 2,048 bytes, because the firewall only counts those', async () => {
    const { url, api } = await start();
    const strict = await startFront({ port: 0, root, apiUrl: api.url, countedRules: [], headers: HEADERS });
    started.push(strict);
    expect((await send(url, `/api/units/all${queryOf(2049)}`)).status).toBe(200);
    expect((await send(strict.url, `/api/units/all${queryOf(2048)}`)).status).toBe(200);
    expect((await send(strict.url, `/api/units/all${queryOf(2049)}`)).status).toBe(403);
  });
});

describe('live topics behind the front', () => {
  async function startLive(statusCode: number) {
    const live = await startWebSocketApi({
      port: 0,
      stage: 'live',
      log: () => {},
      // A failing message is answered with an error frame, so it has passed both ways.
      invoke: (routeKey) => (routeKey === '$default' ? Promise.reject(new Error('on fire')) : { statusCode }),
    });
    const front = await startFront({
      port: 0,
      root,
      apiUrl: live.url,
      live: { path: '/live', url: live.url },
      headers: HEADERS,
    });
    started.push(live, front);
    return { url: front.url.replace('http', 'ws'), live };
  }

  it('connect the browser with the WebSocket API, until either closes', async () => {
    const { url, live } = await startLive(200);
    const socket = new WebSocket(`${url}/live?ticket=1`);
    await once(socket, 'open');
    socket.send('hello');
    const [data] = await once(socket, 'message');
    expect(data.toString()).toContain('Internal server error');
    const closed = once(socket, 'close');
    await live.close();
    expect((await closed)[0]).toBe(1001);
  });

  it('pass on a refusal', async () => {
    const { url } = await startLive(401);
    const socket = new WebSocket(`${url}/live`);
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(401);
  });

  it('are available at their own path only', async () => {
    const { url } = await startLive(200);
    const socket = new WebSocket(`${url}/other`);
    const [error] = await once(socket, 'error');
    expect(error.message).toContain('socket hang up');
  });
});
