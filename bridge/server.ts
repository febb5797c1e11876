import { createServer, type Server } from 'node:net';
import type { BridgeContext } from './context.ts';
import { Session } from './session.ts';

/** A unit that vanished without a word is noticed by the kernel, too, after this silence. */
const KEEP_ALIVE_AFTER = 120_000;

/** The TCP server that units dial. */
export function unitServer(context: BridgeContext): Server {
  // The chunks are small and read at once; a large read-ahead would only let a flood pile up.
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_AFTER, highWaterMark: 16 * 1024 };
  const server = createServer(options, (socket) => context.sessions.opened(new Session(socket, context)));
  server.maxConnections = context.config.maxConnections;
  return server;
}
