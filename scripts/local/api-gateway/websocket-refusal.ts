import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { LambdaOutcome } from './lambda.ts';

/** The status of $connect's result, or the gateway's own if the function failed. */
export function connectStatus(outcome: LambdaOutcome): number {
  if (outcome.ended === 'timedOut') return 504;
  const status = outcome.ended === 'returned' ? (outcome.payload as { statusCode?: unknown } | null)?.statusCode : 502;
  return typeof status === 'number' && STATUS_CODES[status] ? status : 502;
}

/** Answers an upgrade with a plain HTTP response, so that no WebSocket opens. */
export function refuseUpgrade(socket: Socket, status: number, identifiers: object = {}) {
  const message = status >= 500 ? 'Internal server error' : STATUS_CODES[status];
  const body = JSON.stringify({ message, ...identifiers });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
