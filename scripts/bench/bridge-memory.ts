import { idleMemory } from './idle-memory.ts';
import type { Measure } from './measure.ts';
import { median, sideBySide } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';
import { startUnitServer } from './unit-servers.ts';

const UNITS = 4_000;
const TARGET = { atMost: 15 };

/**
 * The memory that a bridge needs for a logged-in, silent unit beyond its socket: a bridge with several thousand idle units, compared
 * with an echo server with as many sockets. Each measurement has a new process.
 */
export const measure: Measure = async () => {
  const heap: Record<string, number[]> = { bridge: [], echo: [] };
  const resident = async (kind: 'bridge' | 'echo') => {
    const server = await startUnitServer(kind);
    const { rss, heapUsed } = await idleMemory(server, (number) => UnitLine.logIn(server.port, number), UNITS);
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
