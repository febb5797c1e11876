import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  504: 'Endpoint request timed out',
};

/** Answers an upgrade with a plain HTTP reply, so that no WebSocket comes about. */
export function refuseUpgrade(socket: Socket, status: number, identifiers: object = {}) {
  const message = REFUSALS[status] ?? (status >= 500 ? 'Internal server error' : (STATUS_CODES[status] ?? 'Refused'));
  const body = JSON.stringify({ message, ...identifiers });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
