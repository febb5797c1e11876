import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startBridge } from '#bridge/bridge.ts';
import type { Ports } from '#bridge/ports.ts';

// A server for units in its own process: a bridge with ports that store nothing, or a plain echo. It sends its port, sends its
// usage on request, and ends with its parent.

/** The work is measured, not the limits. */
const UNLIMITED = { burst: 1e9, perMinute: 1e9 };

/** Accepts and stores everything at once, so only the bridge's own work and memory count. */
const surroundings: Ports = {
  leases: { renew: async () => {}, end: async () => {} },
  claims: { claim: async () => ({ fence: 1 }), taken: async () => [], release: async () => true },
  units: {
    authenticate: async () => ({ accepted: true, proven: true, heartbeatSeconds: 300 }),
    isSecretOf: async () => true,
  },
  refusals: { count: async () => true, undo: async () => {} },
  ingest: { put: async () => {} },
  commands: {
    isRecorded: async () => true,
    due: async () => [],
    sent: async () => true,
    done: async () => true,
    expired: async () => true,
  },
  syncQueue: { due: async () => ({ messages: [] }) },
  interlock: { facts: async () => ({ alarms: [] }) },
  downloads: { waiting: async () => undefined, read: () => Promise.reject(new Error('There is no file')) },
  publisher: { publish: () => {} },
  log: () => {},
};

const answers = {
  memory() {
    global.gc!();
    global.gc!();
    const { rss, heapUsed } = process.memoryUsage();
    return { rss, heapUsed };
  },
  processorTime() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
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
      framesPerSecond: UNLIMITED.perMinute,
    },
    surroundings,
  );
  return unitPort;
}

async function echo(): Promise<number> {
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    socket.on('data', (chunk) => socket.write(chunk));
    socket.on('error', () => {});
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

process.on('message', (question: 'memory' | 'processorTime') => process.send!(answers[question]()));
process.once('disconnect', () => process.exit());
process.send!(await (process.argv[2] === 'bridge' ? bridge() : echo()));
