import type { IncomingMessage } from 'node:http';
import { gatewayId, requestTime } from './identifiers.ts';
import type { Connection, Ending } from './websocket-connection.ts';

/** One request of a connection: its identifier, and the fields of every event. */
export interface WebSocketRequest {
  connection: Connection;
  requestId: string;
  routeKey: string;
  stage: string;
  now: number;
}

/** The event of $connect, the only one with the client's query. Headers are left out: no function reads them. */
export function connectEvent(about: WebSocketRequest, request: IncomingMessage) {
  const query = new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'));
  return {
    ...(query.size > 0 && { queryStringParameters: Object.fromEntries(query) }),
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
