import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { startBridge } from '#bridge/bridge.ts';
import type { Ports } from '#bridge/ports.ts';
import { content, file, image } from './download-file.ts';
import './usage-answers.ts';

// A server for units in its own process: a bridge with ports that store nothing, an echo, or one that sends a whole file. It sends its port, sends its
// usage on request, and ends with its parent.

/** The work is measured, not the limits. */
const UNLIMITED = { burst: 1e9, perMinute: 1e9 };

/** Accepts and stores everything at once, so only the bridge's own work and memory count. */
const surroundings: Ports = {
  leases: { renew: async () => {}, end: async () => {} },
  claims: {
    claim: async () => ({ fence: 1 }),
    addressOf: async () => undefined,
    taken: async () => [],
    release: async () => true,
  },
  units: {
    authenticate: async () => ({ accepted: true, proven: true, heartbeatSeconds: 300 }),
    isSecretOf: async () => true,
  },
  refusals: { count: async () => true, undo: async () => {} },
  ingest: { put: async () => {} },
  commands: {
    isRecorded: async () => true,
    due: async () => [],
    sent: async () => 'marked',
    done: async () => true,
    expired: async () => true,
  },
  syncQueue: { due: async () => ({ messages: [] }) },
  interlock: { facts: async () => ({ alarms: [] }) },
  downloads: { waiting: async () => file, read: async (_, take) => take(content), unusable: () => {} },
  publisher: { publish: () => {} },
  log: () => {},
};

async function bridge(): Promise<number> {
  const { unitPort } = await startBridge(
    {
      bridgeId: 'bench',
      commandSecret: 'a secret of a benchmark',
      host: '127.0.0.1',
      unitPort: 0,
      commandPort: 0,
      connectionRate: UNLIMITED,
      maxUnidentified: Number.POSITIVE_INFINITY,
      reportRate: UNLIMITED,
      eventRate: UNLIMITED,
      downloadRate: UNLIMITED,
      framesPerSecond: UNLIMITED.perMinute,
    },
    surroundings,
  );
  return unitPort;
}

const wholeFile = image.framesOf(1, image.blocks);
const echo = () => serve((socket, chunk) => socket.write(chunk));
const plain = () => serve((socket) => socket.write(wholeFile));

async function serve(answer: (socket: Socket, chunk: Buffer) => void): Promise<number> {
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    socket.on('data', (chunk: Buffer) => answer(socket, chunk));
    socket.on('error', () => {});
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const SERVERS = { bridge, echo, plain };
process.send!(await SERVERS[process.argv[2] as keyof typeof SERVERS]());
