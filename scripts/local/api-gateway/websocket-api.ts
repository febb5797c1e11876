import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CommonFault, createFaults, type Faults } from '#local/faults.ts';
import { listen, type Running } from '#local/http.ts';
import { type Clock, systemClock } from '../clock.ts';
import { answerConnections } from './connections-api.ts';
import { gatewayId } from './identifiers.ts';
import { callLambda, type LambdaOutcome } from './lambda.ts';
import { Connection } from './websocket-connection.ts';
import { connectEvent, disconnectEvent, messageEvent, type WebSocketRequest } from './websocket-event.ts';
import { connectStatus, refuseUpgrade } from './websocket-refusal.ts';

/** `lostDisconnect`: $disconnect is not called for an ended connection; the service does not guarantee the call. */
export type WebSocketFault = CommonFault | 'lostDisconnect';

interface WebSocketApiOptions {
  /** 0 means any free port. */
  port: number;
  /** The path for browsers, which also contains @connections. */
  stage: string;
  invoke(routeKey: string, event: unknown, context: Context): unknown;
  clock?: Clock;
  /** Called for every failed function, in place of CloudWatch. */
  log?: (message: string, error?: unknown) => void;
}

export interface RunningWebSocketApi extends Running {
  faults: Faults<WebSocketFault>;
  /** The number of connected clients, including those that wait for $connect. */
  connectionCount(): number;
}

/** API Gateway WebSocket quotas. A message of several frames may be longer there; no client of ours sends one. */
const MAX_FRAME_BYTES = 32 * 1024;
const MAX_URL_CHARACTERS = 4096;
const INTEGRATION_TIMEOUT_MS = 29_000;

/** The time that clients have to close at shutdown. */
const CLOSE_TIMEOUT_MS = 250;

/**
 * Stands in for an API Gateway WebSocket API with the routes $connect, $disconnect and $default, and for sending to
 * its @connections.
 */
export async function startWebSocketApi({
  port,
  stage,
  invoke,
  clock = systemClock,
  log = console.error,
}: WebSocketApiOptions): Promise<RunningWebSocketApi> {
  const connections = new Map<string, Connection>();
  const invocations = new Set<Promise<unknown>>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const faults = createFaults({
    own: ['lostDisconnect'],
    replies: {
      status429: {
        status: 429,
        headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'LimitExceededException' },
        body: '{"message":"Too Many Requests"}',
      },
    },
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
      timeoutMilliseconds: INTEGRATION_TIMEOUT_MS,
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

  /** Delays the upgrade until $connect has returned. */
  async function connect(request: IncomingMessage, socket: Socket, head: Buffer) {
    socket.on('error', () => socket.destroy());
    const url = request.url ?? '/';
    if (url.length > MAX_URL_CHARACTERS) return refuseUpgrade(socket, 414);
    if (![`/${stage}`, `/${stage}/`].includes(url.split('?', 1)[0]!)) return refuseUpgrade(socket, 403);

    const connection = new Connection(request, clock);
    connections.set(connection.id, connection);
    const asked = about(connection, '$connect');
    const status = connectStatus(await call('$connect', connectEvent(asked, request)));
    if (status < 200 || status > 299) {
      connections.delete(connection.id);
      return refuseUpgrade(socket, status, { connectionId: connection.id, requestId: asked.requestId });
    }
    let opened = false;
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      opened = true;
      serve(webSocket, connection);
    });
    // The client left meanwhile, or its request was not a valid upgrade.
    if (!opened) await disconnected(connection, 1006, '');
  }

  function serve(webSocket: WebSocket, connection: Connection) {
    connection.open(webSocket);
    webSocket.on('message', (data: Buffer, isBinary) => {
      if (!connection.isOpen) return;
      connection.touch();
      // The service accepts text only (its page "Binary media types for WebSocket APIs").
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
    const asked = about(connection, '$default');
    const outcome = await call('$default', messageEvent(asked, body));
    if (outcome.ended === 'returned' || !connection.isOpen) return;
    const failure = { message: 'Internal server error', connectionId: connection.id, requestId: asked.requestId };
    await connection.send(JSON.stringify(failure)).catch(() => {});
  }

  async function disconnected(connection: Connection, code: number, reason: string) {
    connections.delete(connection.id);
    const ending = connection.ended(code, reason);
    if (faults.take('lostDisconnect')) return;
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
    await waitAtMost(CLOSE_TIMEOUT_MS, () => connections.size === 0);
    for (const socket of open) socket.destroy();
    await running.close();
    await waitAtMost(CLOSE_TIMEOUT_MS, () => invocations.size === 0);
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

async function waitAtMost(milliseconds: number, done: () => boolean) {
  for (const end = Date.now() + milliseconds; !done() && Date.now() < end; ) await sleep(5);
}
