import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { VIEWER_HEADER } from '#platform/http/edge-key.ts';

/** Headers of one connection, which are never forwarded (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export interface Proxy {
  /** Forwards a request and its answer as streams; `path` is the path at the origin. */
  forward(viewer: IncomingMessage, response: ServerResponse, path: string, headers: Record<string, string>): void;
  /** Forwards an upgrade and connects the two sockets. */
  tunnel(viewer: IncomingMessage, socket: Socket, head: Buffer): void;
  close(): void;
}

/**
 * Forwards requests to one origin like CloudFront: with the origin's host name, the viewer's address in X-Forwarded-For and in
 * our own header, and `originHeaders` (names in lower case) instead of the viewer's.
 */
export function proxyTo(origin: string, originHeaders: Readonly<Record<string, string>> = {}): Proxy {
  const { hostname, port } = new URL(origin);
  // Each request has a connection of its own: the origin can close one that is kept just when it is used again.
  const agent = new Agent({ keepAlive: false });
  const ask = (viewer: IncomingMessage, options: RequestOptions): ClientRequest =>
    request({ hostname, port, method: viewer.method, ...options });

  const headersFor = (viewer: IncomingMessage) => ({
    ...forwardedHeaders(viewer, `${hostname}:${port}`),
    ...originHeaders,
  });

  return {
    forward(viewer, response, path, headers) {
      const asked = ask(viewer, { agent, path, headers: headersFor(viewer) });
      asked.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), ...headers });
        pipeline(answer, response, () => {});
      });
      asked.on('error', () => {
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { 'content-type': 'text/plain', ...headers }).end('The origin does not answer');
      });
      response.on('close', () => asked.destroy());
      pipeline(viewer, asked, () => {});
    },

    tunnel(viewer, socket, head) {
      const headers = headersFor(viewer);
      const upgrade = { connection: 'Upgrade', upgrade: viewer.headers.upgrade ?? 'websocket' };
      const asked = ask(viewer, { path: viewer.url, headers: { ...headers, ...upgrade } });
      socket.on('error', () => asked.destroy());
      socket.on('close', () => asked.destroy());
      asked.on('upgrade', (answer, onward: Socket, onwardHead: Buffer) => {
        socket.write(headOf(answer));
        socket.write(onwardHead);
        onward.write(head);
        pipeline(socket, onward, () => {});
        pipeline(onward, socket, () => {});
      });
      asked.on('response', (answer) => {
        socket.write(headOf(answer));
        pipeline(answer, socket, () => {});
      });
      asked.on('error', () => socket.destroy());
      asked.end();
    },

    close: () => agent.destroy(),
  };
}

function forwardedHeaders(viewer: IncomingMessage, host: string) {
  const address = (viewer.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const earlier = viewer.headers['x-forwarded-for'];
  return {
    ...endToEnd(viewer.headers),
    host,
    'x-forwarded-for': earlier ? `${earlier}, ${address}` : address,
    [VIEWER_HEADER]: address,
  };
}

const endToEnd = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));

function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
