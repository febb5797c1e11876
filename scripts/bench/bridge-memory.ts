import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from './measure.ts';
import { median, sideBySide } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';
import { type Memory, startUnitServer } from './unit-servers.ts';

const UNITS = 4_000;
/** Connections that are opened at once. */
const AT_ONCE = 100;
const TARGET = { atMost: 15 };

/**
 * The memory that a bridge needs for a logged-in, silent unit beyond its socket: a bridge with several thousand idle units, compared
 * with an echo server with as many sockets. Each measurement has a new process.
 */
export const measure: Measure = async () => {
  const heap: Record<string, number[]> = { bridge: [], echo: [] };
  const resident = async (kind: 'bridge' | 'echo') => {
    const { rss, heapUsed } = await perConnection(kind);
    heap[kind]!.push(heapUsed);
    return rss;
  };
  const rss = await sideBySide(
    { bridge: () => resident('bridge'), echo: () => resident('echo') },
    { rounds: 5, patience: 40_000 },
  );
  const kilobytes = (samples: readonly number[]) => median(samples) / 1024;
  const finding = (name: string, bridge: readonly number[], echo: readonly number[]) => ({
    name,
    value: kilobytes(bridge) - kilobytes(echo),
    unit: 'KB' as const,
    target: TARGET,
    samples: bridge.length,
    detail: `${kilobytes(bridge).toFixed(1)} a unit, ${kilobytes(echo).toFixed(1)} a bare socket, of ${UNITS}`,
  });
  return [
    finding('memory of an idle unit beyond its socket, resident', rss.bridge, rss.echo),
    finding('memory of an idle unit beyond its socket, heap', heap.bridge!, heap.echo!),
  ];
};

async function perConnection(kind: 'bridge' | 'echo'): Promise<Memory> {
  const server = await startUnitServer(kind);
  const lines: UnitLine[] = [];
  try {
    // Code that loads with the first connections does not count.
    lines.push(...(await connectMore(server.port, 0, AT_ONCE)));
    const before = await settledMemory(server);
    for (let number = AT_ONCE; number < AT_ONCE + UNITS; number += AT_ONCE)
      lines.push(...(await connectMore(server.port, number, AT_ONCE)));
    const after = await settledMemory(server);
    return { rss: (after.rss - before.rss) / UNITS, heapUsed: (after.heapUsed - before.heapUsed) / UNITS };
  } finally {
    for (const line of lines) line.close();
    await server.close();
  }
}

function connectMore(port: number, first: number, count: number): Promise<UnitLine[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => UnitLine.logIn(port, first + index)));
}

/** The memory after pending work and a garbage collection. */
async function settledMemory(server: { memory(): Promise<Memory> }): Promise<Memory> {
  await server.memory();
  await sleep(300);
  return server.memory();
}
