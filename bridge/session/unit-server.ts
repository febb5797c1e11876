import { createServer, type Server } from 'node:net';
import { addressSubject } from '#platform/http/address-subject.ts';
import type { BridgeContext } from '../context.ts';
import { Session } from './session.ts';

/** After this silence the kernel, too, checks whether the unit is still there. */
const KEEP_ALIVE_DELAY_MS = 120_000;

/** The TCP server that units dial. */
export function unitServer(context: BridgeContext): Server {
  // Chunks are small and read at once; a large read-ahead would only buffer a flood.
  const options = {
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS,
    highWaterMark: 16 * 1024,
  };
  const { connections, sessions, now } = context;
  return createServer(options, (socket) => {
    const address = addressSubject(socket.remoteAddress ?? '');
    if (connections.take(address, now()) && sessions.hasPlace()) sessions.opened(new Session(socket, context), address);
    else socket.destroy();
  });
}
