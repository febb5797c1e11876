import { once } from 'node:events';
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  LimitExceededException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningWebSocketApi, startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { manualClock } from '#local/clock.ts';

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
  code: number | undefined;
}

/** Starts an API with the real SDK's client beside it. */
async function start(onEvent: (happening: Happening) => unknown = () => {}) {
  const clock = manualClock();
  const happenings: Happening[] = [];
  api = await startWebSocketApi({
    port: 0,
    stage: 'live',
    clock,
    log: () => {},
    invoke: async (routeKey, event) => {
      const { requestContext } = event as { requestContext: { connectionId: string; disconnectStatusCode?: number } };
      const happening = {
        routeKey,
        connectionId: requestContext.connectionId,
        code: requestContext.disconnectStatusCode,
      };
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
  return { url, faults, clock, happenings, ...callsOf(client) };
}

const callsOf = (sdk: ApiGatewayManagementApiClient) => ({
  post: (ConnectionId: string, Data: string) => sdk.send(new PostToConnectionCommand({ ConnectionId, Data })),
  get: (ConnectionId: string) => sdk.send(new GetConnectionCommand({ ConnectionId })),
  remove: (ConnectionId: string) => sdk.send(new DeleteConnectionCommand({ ConnectionId })),
});

async function open(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { 'User-Agent': 'Tester/1' } });
  await once(socket, 'open');
  return socket;
}

describe('@connections, called by the real SDK', () => {
  it('posts text to the one client that is named', async () => {
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

  it('tells since when a client is there and who it is', async () => {
    const { url, get, post, happenings, clock } = await start();
    const connectedAt = new Date(clock.now());
    await open(url);
    const { connectionId } = happenings[0]!;
    clock.advance(60_000);
    await post(connectionId, 'awake');
    expect(await get(connectionId)).toMatchObject({
      ConnectedAt: connectedAt,
      Identity: { SourceIp: '127.0.0.1', UserAgent: 'Tester/1' },
      LastActiveAt: new Date(clock.now()),
    });
  });

  it('disconnects a client, which is gone from then on', async () => {
    const { url, remove, post, happenings } = await start();
    const socket = await open(url);
    const { connectionId } = happenings[0]!;
    const closed = once(socket, 'close');
    expect((await remove(connectionId)).$metadata.httpStatusCode).toBe(204);
    await expect(post(connectionId, 'too late')).rejects.toBeInstanceOf(GoneException);
    expect((await closed)[0]).toBe(1000);
    await vi.waitFor(() => expect(happenings.at(-1)).toEqual({ routeKey: '$disconnect', connectionId, code: 1000 }));
  });

  it('is gone for everybody who left', async () => {
    const { url, post, get, remove, happenings } = await start();
    const socket = await open(url);
    socket.close();
    await vi.waitFor(() => expect(happenings).toHaveLength(2));
    const { connectionId } = happenings[0]!;
    for (const call of [() => post(connectionId, 'x'), () => get(connectionId), () => remove(connectionId)]) {
      await expect(call()).rejects.toMatchObject({ name: 'GoneException', $metadata: { httpStatusCode: 410 } });
    }
  });

  it('is gone while $connect still runs', async () => {
    const failures: unknown[] = [];
    const { url, post } = await start(async ({ routeKey, connectionId }) => {
      if (routeKey === '$connect') await post(connectionId, 'welcome').catch((error: unknown) => failures.push(error));
    });
    await open(url);
    expect(failures).toEqual([expect.any(GoneException)]);
  });

  it('takes 128 KB and no more', async () => {
    const { url, post, happenings } = await start();
    const socket = await open(url);
    const { connectionId } = happenings[0]!;
    const heard = once(socket, 'message');
    await post(connectionId, 'x'.repeat(128 * 1024));
    expect((await heard)[0]).toHaveLength(128 * 1024);
    await expect(post(connectionId, 'x'.repeat(128 * 1024 + 1))).rejects.toBeInstanceOf(PayloadTooLargeException);
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('refuses an identifier that none can be', async () => {
    const { post } = await start();
    await expect(post('cjy8i76bx002884le6n17d49b', 'x')).rejects.toMatchObject({
      name: 'BadRequestException',
      message: 'Invalid connectionId: cjy8i76bx002884le6n17d49b',
    });
  });

  it('limits its callers on demand', async () => {
    const { url, post, faults, happenings } = await start();
    await open(url);
    faults.set({ status429: { times: 1, path: '/live/@connections' } });
    const { connectionId } = happenings[0]!;
    await expect(post(connectionId, 'x')).rejects.toBeInstanceOf(LimitExceededException);
    await post(connectionId, 'x');
  });

  it('refuses a call that is not signed for it, and every other path', async () => {
    const { url, happenings } = await start();
    await open(url);
    const id = encodeURIComponent(happenings[0]!.connectionId);
    const unsigned = await fetch(`${url}/live/@connections/${id}`, { method: 'POST', body: 'x' });
    expect([unsigned.status, await unsigned.json()]).toEqual([403, { message: 'Missing Authentication Token' }]);
    expect((await fetch(`${url}/other/@connections/${id}`)).status).toBe(403);
    expect((await fetch(`${url}/live`)).status).toBe(403);
  });
});
