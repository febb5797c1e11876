import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { createFaults, type Faults } from './faults.ts';
import { MissingRequirement } from './machine.ts';
import { isFree } from './ports.ts';
import { readBody } from './read-body.ts';

/** A running stand-in. `close` returns when its port is free again. */
export interface Running {
  url: string;
  port: number;
  close(): Promise<void>;
}

export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface StandInReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

interface Options {
  /** 0 means any free port. */
  port: number;
  faults?: Pick<Faults, 'answer'>;
  handle(request: StandInRequest): StandInReply | Promise<StandInReply>;
}

/** The largest body that any stand-in accepts. */
const MAX_BODY_BYTES = 40 * 1024 * 1024;

/**
 * Serves one stand-in on this machine only. Faults apply first. An error of a handler is printed and answered as 500: it
 * is a bug of the stand-in.
 */
export async function serveHttp({ port, faults = createFaults(), handle }: Options): Promise<Running> {
  return listen(
    createServer((request, response) => {
      answer(request, response, faults, handle).catch((error: unknown) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message: 'The stand-in failed: see its output' }));
      });
    }),
    port,
  );
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Pick<Faults, 'answer'>,
  handle: Options['handle'],
) {
  if (await faults.answer(request, response)) return;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await readBody(request, MAX_BODY_BYTES);
  if (!body) {
    response.writeHead(413).end();
    return;
  }
  const reply = await handle({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  });
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

/** A JSON reply in the AWS REST form; the type of an error is in the header that the SDK reads. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): StandInReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Binds a server to the loopback address and resolves once it answers. The error for a taken port names it. */
export const listen = (server: Server, port: number): Promise<Running> =>
  listenOverTcp(server, port, () => server.closeAllConnections());

/** The same for a server of another protocol than HTTP. */
export async function listenOverTcp(server: TcpServer, port: number, endConnections: () => void): Promise<Running> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portInUse(port) : error),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://localhost:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        endConnections();
      }),
  };
}

/** Throws with a clear message if another process listens on the port, at `host` or else at any address. */
export async function assertPortFree(port: number, host?: string): Promise<void> {
  if (!(await isFree(port, host))) throw portInUse(port);
}

const portInUse = (port: number) =>
  new MissingRequirement(
    `Port ${port} is in use. Stop what listens there, or set WATCHKEEP_PORT_OFFSET to shift all ports.`,
  );
