import type { IncomingMessage } from 'node:http';
import { gatewayId, requestTime, traceId } from './identifiers.ts';
import type { Connection, Ending } from './websocket-connection.ts';

/** One request of a connection: its identifier, and what every event says of it. */
export interface WebSocketRequest {
  connection: Connection;
  requestId: string;
  routeKey: string;
  stage: string;
  now: number;
}

/** The event of $connect: the only one that has the client's headers and query. */
export function connectEvent(about: WebSocketRequest, request: IncomingMessage) {
  const headers = headersOf(request, about);
  const query = new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'));
  return {
    ...singleAndMultiple('headers', 'multiValueHeaders', headers),
    ...(query.size > 0 && singleAndMultiple('queryStringParameters', 'multiValueQueryStringParameters', [...query])),
    requestContext: { ...context(about), eventType: 'CONNECT' },
    isBase64Encoded: false,
  };
}

export function messageEvent(about: WebSocketRequest, body: string) {
  return {
    requestContext: { ...context(about), eventType: 'MESSAGE', messageId: gatewayId() },
    body,
    isBase64Encoded: false,
  };
}

export function disconnectEvent(about: WebSocketRequest, { code, reason }: Ending) {
  return {
    ...singleAndMultiple('headers', 'multiValueHeaders', [
      ['Host', about.connection.host],
      ['x-api-key', ''],
      ['X-Forwarded-For', ''],
      ['x-restapi', ''],
    ]),
    requestContext: {
      ...context(about),
      eventType: 'DISCONNECT',
      disconnectStatusCode: code,
      disconnectReason: reason,
    },
    isBase64Encoded: false,
  };
}

function context({ connection, requestId, routeKey, stage, now }: WebSocketRequest) {
  return {
    routeKey,
    extendedRequestId: requestId,
    requestTime: requestTime(now),
    messageDirection: 'IN',
    stage,
    connectedAt: connection.connectedAt,
    requestTimeEpoch: now,
    identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
    requestId,
    domainName: connection.host.replace(/:\d+$/, ''),
    connectionId: connection.id,
    apiId: 'local',
  };
}

type Pairs = readonly (readonly [name: string, value: string])[];

function headersOf(request: IncomingMessage, { connection, now }: WebSocketRequest): Pairs {
  const sent = request.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [[name, all[index + 1] ?? ''] as const] : [],
  );
  return [
    ...sent,
    ['X-Amzn-Trace-Id', traceId(now)],
    ['X-Forwarded-For', connection.sourceIp],
    ['X-Forwarded-Port', String(request.socket.localPort ?? '')],
    ['X-Forwarded-Proto', 'http'],
  ];
}

/** A name that stands there twice keeps its last value in the one, all of them in the other. */
function singleAndMultiple<Single extends string, Multiple extends string>(
  single: Single,
  multiple: Multiple,
  pairs: Pairs,
) {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return {
    [single]: Object.fromEntries([...all].map(([name, values]) => [name, values.at(-1)!])),
    [multiple]: Object.fromEntries(all),
  } as Record<Single, Record<string, string>> & Record<Multiple, Record<string, string[]>>;
}
