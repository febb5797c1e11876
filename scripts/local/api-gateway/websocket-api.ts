import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CommonFault, createFaults, type Faults } from '#local/faults.ts';
import { listen, type Running } from '#local/http.ts';
import { type Clock, systemClock } from '../clock.ts';
import { answerConnections, MAX_MESSAGE_BYTES } from './connections-api.ts';
import { gatewayId } from './identifiers.ts';
import { callLambda, type LambdaOutcome } from './lambda.ts';
import { rateLimit } from './rate-limit.ts';
import { Connection } from './websocket-connection.ts';
import { connectEvent, disconnectEvent, messageEvent, type WebSocketRequest } from './websocket-event.ts';
import { FrameLengths } from './websocket-frames.ts';
import { refuseUpgrade } from './websocket-refusal.ts';
import { connectDecision, OWN_ROUTES, routeOf } from './websocket-routing.ts';

/** `lostDisconnect`: the service never tells that a connection ended, which it does not promise to. */
export type WebSocketFault = CommonFault | 'lostDisconnect';

interface WebSocketApiOptions {
  /** 0 means any free port. */
  port: number;
  /** The path that browsers dial and under which @connections is. The root is dialled like a custom domain. */
  stage: string;
  invoke(routeKey: string, event: unknown, context: Context): unknown;
  /** What messages may be routed to by their `action`, beside the three of the service's own. */
  routeKeys?: readonly string[];
  /** Routes whose result's body is sent back to who wrote. */
  routesWithResponse?: readonly string[];
  clock?: Clock;
  faults?: Faults<WebSocketFault>;
  connectionsPerSecond?: number;
  /** Told of every function that failed, as CloudWatch would be. */
  log?: (message: string, error?: unknown) => void;
}

export interface RunningWebSocketApi extends Running {
  faults: Faults<WebSocketFault>;
  /** How many clients are connected, those that wait for $connect included. */
  connectionCount(): number;
}

/** API Gateway WebSocket quotas. */
const MAX_FRAME_BYTES = 32 * 1024;
const MAX_URL_CHARACTERS = 4096;
const CONNECTIONS_PER_SECOND = 500;
const INTEGRATION_TIMEOUT_MILLISECONDS = 29_000;

/** How long clients that are told to go away at shutdown may take to say goodbye. */
const FAREWELL_MILLISECONDS = 250;

const gatewayFaults = () =>
  createFaults({
    own: ['lostDisconnect'],
    replies: {
      status429: {
        status: 429,
        headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'LimitExceededException' },
        body: '{"message":"Too Many Requests"}',
      },
    },
  });

/** Stands in for an API Gateway WebSocket API that routes by `$request.body.action`, and for its @connections. */
export async function startWebSocketApi({
  port,
  stage,
  invoke,
  routeKeys = OWN_ROUTES,
  routesWithResponse = [],
  clock = systemClock,
  faults = gatewayFaults(),
  connectionsPerSecond = CONNECTIONS_PER_SECOND,
  log = console.error,
}: WebSocketApiOptions): Promise<RunningWebSocketApi> {
  const connections = new Map<string, Connection>();
  const invocations = new Set<Promise<unknown>>();
  const protocols = new WeakMap<IncomingMessage, string>();
  const mayConnect = rateLimit(connectionsPerSecond, clock);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (_offered, request) => protocols.get(request) ?? false,
  });

  const about = (connection: Connection, routeKey: string): WebSocketRequest => ({
    connection,
    requestId: gatewayId(),
    routeKey,
    stage,
    now: clock.now(),
  });

  async function call(routeKey: string, event: unknown): Promise<LambdaOutcome> {
    const outcome = callLambda({
      functionName: routeKey,
      event,
      run: (received, context) => invoke(routeKey, received, context),
      timeoutMilliseconds: INTEGRATION_TIMEOUT_MILLISECONDS,
      clock,
    });
    invocations.add(outcome);
    const result = await outcome;
    invocations.delete(outcome);
    if (result.ended !== 'returned') {
      log(`${routeKey} ${result.ended}`, result.ended === 'crashed' ? result.error : undefined);
    }
    return result;
  }

  /** Holds the upgrade until $connect has decided. */
  async function connect(request: IncomingMessage, socket: Socket, head: Buffer) {
    socket.on('error', () => socket.destroy());
    const url = request.url ?? '/';
    if (url.length > MAX_URL_CHARACTERS) return refuseUpgrade(socket, 414);
    if (!['/', `/${stage}`, `/${stage}/`].includes(url.split('?', 1)[0]!)) return refuseUpgrade(socket, 403);
    if (!mayConnect()) return refuseUpgrade(socket, 429);

    const connection = new Connection(request, clock);
    connections.set(connection.id, connection);
    const asked = about(connection, '$connect');
    const answer = routeKeys.includes('$connect')
      ? connectDecision(await call('$connect', connectEvent(asked, request)))
      : { status: 200 };
    if (answer.status < 200 || answer.status > 299) {
      connections.delete(connection.id);
      return refuseUpgrade(socket, answer.status, { connectionId: connection.id, requestId: asked.requestId });
    }
    if (answer.protocol) protocols.set(request, answer.protocol);
    let opened = false;
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      opened = true;
      measureFrames(socket, connection);
      serve(webSocket, connection);
    });
    // The client left while it was held, or asked for the upgrade wrongly.
    if (!opened) await disconnected(connection, 1006, '');
  }

  function serve(webSocket: WebSocket, connection: Connection) {
    connection.open(webSocket);
    webSocket.on('message', (data: Buffer, isBinary) => {
      if (!connection.isOpen) return;
      connection.touch();
      // The service takes text only (its page "Binary media types for WebSocket APIs").
      if (isBinary) connection.end({ code: 1003, reason: 'Binary frames are not supported' });
      else void receive(connection, data.toString());
    });
    webSocket.on('ping', () => connection.touch());
    webSocket.on('pong', () => connection.touch());
    webSocket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') connection.ending ??= TOO_LONG;
    });
    webSocket.on('close', (code, reason) => disconnected(connection, code, reason.toString()));
  }

  async function receive(connection: Connection, body: string) {
    const routeKey = routeOf(body, routeKeys);
    const asked = about(connection, routeKey ?? '$default');
    const { requestId } = asked;
    const fail = (message: string) =>
      connection.send(JSON.stringify({ message, connectionId: connection.id, requestId })).catch(() => {});
    if (!routeKey) return fail('Forbidden');

    const outcome = await call(routeKey, messageEvent(asked, body));
    if (!connection.isOpen) return;
    if (outcome.ended !== 'returned') return fail('Internal server error');
    const reply = (outcome.payload as { body?: unknown } | null)?.body;
    if (routesWithResponse.includes(routeKey) && typeof reply === 'string')
      await connection.send(reply).catch(() => {});
  }

  async function disconnected(connection: Connection, code: number, reason: string) {
    connections.delete(connection.id);
    const ending = connection.ended(code, reason);
    if (!routeKeys.includes('$disconnect') || faults.take('lostDisconnect')) return;
    await call('$disconnect', disconnectEvent(about(connection, '$disconnect'), ending));
  }

  const server = createServer((request, response) => {
    (async () => {
      if (await faults.answer(request, response)) return;
      await answerConnections(request, response, { stage, find: (id) => connections.get(id) });
      request.resume();
    })().catch((error: unknown) => {
      if (!request.destroyed) log('The WebSocket API failed', error);
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    connect(request, socket as Socket, head).catch((error: unknown) => {
      log('The WebSocket API failed', error);
      socket.destroy();
    });
  });
  // An HTTP server forgets the sockets that were upgraded, and would wait for them when it closes.
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  const running = await listen(server, port);
  async function close() {
    for (const connection of connections.values()) connection.end({ code: 1001, reason: 'Going away' });
    await waitAtMost(FAREWELL_MILLISECONDS, () => connections.size === 0);
    for (const socket of open) socket.destroy();
    await running.close();
    await waitAtMost(FAREWELL_MILLISECONDS, () => invocations.size === 0);
  }
  let closing: Promise<void> | undefined;
  return {
    ...running,
    faults,
    connectionCount: () => connections.size,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const TOO_LONG = { code: 1009, reason: 'Message too long' };

/** Ends the connection at the first frame that is longer than the service takes. */
function measureFrames(socket: Socket, connection: Connection) {
  const lengths = new FrameLengths();
  // Before the listener of the WebSocket itself, so that the frame is refused before it becomes a message.
  socket.prependListener('data', (chunk: Buffer) => {
    for (const length of lengths.push(chunk)) if (length > MAX_FRAME_BYTES) connection.end(TOO_LONG);
  });
}

async function waitAtMost(milliseconds: number, done: () => boolean) {
  for (const end = Date.now() + milliseconds; !done() && Date.now() < end; ) await sleep(5);
}
