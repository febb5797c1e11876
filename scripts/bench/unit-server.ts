import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startBridge } from '#bridge/bridge.ts';
import type { Ports } from '#bridge/ports.ts';

// A server that units dial, in a process of its own: a bridge whose surroundings keep nothing, or a plain echo. It tells its port, tells
// what it uses when it is asked, and ends with its parent.

/** Everything is let in and stored at once: what is left is the bridge's own work and memory. */
const surroundings: Ports = {
  claims: { claim: async () => ({ fence: 1 }), renew: async () => [], release: async () => true },
  units: { authenticate: async () => ({ accepted: true, heartbeatSeconds: 300 }) },
  ingest: { put: async () => {} },
  commands: {
    queue: async () => true,
    due: async () => [],
    sent: async () => true,
    done: async () => true,
    expired: async () => true,
  },
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
    { bridgeId: 'bench', commandSecret: 'a secret of a benchmark', host: '127.0.0.1', unitPort: 0, commandPort: 0 },
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
