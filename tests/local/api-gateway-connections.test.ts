import { once } from 'node:events';
import {
  ApiGatewayManagementApiClient,
  GoneException,
  LimitExceededException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningWebSocketApi, startWebSocketApi } from '#local/api-gateway/websocket-api.ts';

let api: RunningWebSocketApi | undefined;
let client: ApiGatewayManagementApiClient | undefined;
afterEach(async () => {
  client?.destroy();
  await api?.close();
  api = undefined;
});

interface Happening {
  routeKey: string;
  connectionId: string;
}

/** Starts an API, with the real SDK's client. */
async function start(onEvent: (happening: Happening) => unknown = () => {}) {
  const happenings: Happening[] = [];
  api = await startWebSocketApi({
    port: 0,
    stage: 'live',
    log: () => {},
    invoke: async (routeKey, event) => {
      const { requestContext } = event as { requestContext: { connectionId: string } };
      const happening = { routeKey, connectionId: requestContext.connectionId };
      happenings.push(happening);
      await onEvent(happening);
      return { statusCode: 200 };
    },
  });
  const { url, faults } = api;
  client = new ApiGatewayManagementApiClient({
    endpoint: `${url}/live`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'dummy', secretAccessKey: 'dummy' },
    maxAttempts: 1,
  });
  return { url, faults, happenings, ...callsOf(client) };
}

const callsOf = (sdk: ApiGatewayManagementApiClient) => ({
  post: (ConnectionId: string, Data: string) => sdk.send(new PostToConnectionCommand({ ConnectionId, Data })),
});

async function open(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`);
  await once(socket, 'open');
  return socket;
}

describe('@connections, called by the real SDK', () => {
  it('posts text to the named client only', async () => {
    const { url, post, happenings } = await start();
    const [one, other] = [await open(url), await open(url)];
    const heardByOther = vi.fn();
    other.on('message', heardByOther);
    const heard = once(one, 'message');
    await post(happenings[0]!.connectionId, '{"é":1}');
    const [data, isBinary] = await heard;
    expect([data.toString(), isBinary]).toEqual(['{"é":1}', false]);
    expect(heardByOther).not.toHaveBeenCalled();
  });

  it('answers 410 for every client that has left', async () => {
    const { url, post, happenings } = await start();
    const socket = await open(url);
    socket.close();
    await vi.waitFor(() => expect(happenings).toHaveLength(2));
    const { connectionId } = happenings[0]!;
    await expect(post(connectionId, 'x')).rejects.toMatchObject({
      name: 'GoneException',
      $metadata: { httpStatusCode: 410 },
    });
  });

  it('answers 410 while $connect still runs', async () => {
    const failures: unknown[] = [];
    const { url, post } = await start(async ({ routeKey, connectionId }) => {
      if (routeKey === '$connect') await post(connectionId, 'welcome').catch((error: unknown) => failures.push(error));
    });
    await open(url);
    expect(failures).toEqual([expect.any(GoneException)]);
  });

  it('accepts at most 128 KB', async () => {
    const { url, post, happenings } = await start();
    const socket = await open(url);
    const { connectionId } = happenings[0]!;
    const heard = once(socket, 'message');
    await post(connectionId, 'x'.repeat(128 * 1024));
    expect((await heard)[0]).toHaveLength(128 * 1024);
    await expect(post(connectionId, 'x'.repeat(128 * 1024 + 1))).rejects.toBeInstanceOf(PayloadTooLargeException);
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('rejects an impossible identifier', async () => {
    const { post } = await start();
    await expect(post('cjy8i76bx002884le6n17d49b', 'x')).rejects.toMatchObject({
      name: 'BadRequestException',
      message: 'Invalid connectionId: cjy8i76bx002884le6n17d49b',
    });
  });

  it('throttles its callers on demand', async () => {
    const { url, post, faults, happenings } = await start();
    await open(url);
    faults.set({ status429: { times: 1, path: '/live/@connections' } });
    const { connectionId } = happenings[0]!;
    await expect(post(connectionId, 'x')).rejects.toBeInstanceOf(LimitExceededException);
    await post(connectionId, 'x');
  });

  it('rejects an unsigned call, and every other path', async () => {
    const { url, happenings } = await start();
    await open(url);
    const id = encodeURIComponent(happenings[0]!.connectionId);
    const unsigned = await fetch(`${url}/live/@connections/${id}`, { method: 'POST', body: 'x' });
    expect([unsigned.status, await unsigned.json()]).toEqual([403, { message: 'Missing Authentication Token' }]);
    expect((await fetch(`${url}/other/@connections/${id}`)).status).toBe(403);
    expect((await fetch(`${url}/live`)).status).toBe(403);
    expect((await fetch(`${url}/live/@connections/${id}`)).status).toBe(403);
  });
});
