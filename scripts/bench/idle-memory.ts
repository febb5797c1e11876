import { setTimeout as sleep } from 'node:timers/promises';

/** Connections that are opened at once. */
const AT_ONCE = 100;

interface Used {
  rss: number;
  heapUsed: number;
}

/** The memory, in bytes, that a server needs for each of so many silent connections. Closes them and the server. */
export async function idleMemory(
  server: { memory(): Promise<Used>; close(): Promise<void> },
  connect: (number: number) => Promise<{ close(): void }>,
  count: number,
): Promise<Used> {
  const lines: { close(): void }[] = [];
  const connectMore = async (first: number) => {
    lines.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => connect(first + index)))));
  };
  try {
    // Code that loads with the first connections does not count.
    await connectMore(0);
    const before = await settledMemory(server);
    for (let number = AT_ONCE; number < AT_ONCE + count; number += AT_ONCE) await connectMore(number);
    const after = await settledMemory(server);
    return { rss: (after.rss - before.rss) / count, heapUsed: (after.heapUsed - before.heapUsed) / count };
  } finally {
    for (const line of lines) line.close();
    await server.close();
  }
}

/** The memory after pending work and a garbage collection. */
async function settledMemory(server: { memory(): Promise<Used> }): Promise<Used> {
  await server.memory();
  await sleep(300);
  return server.memory();
}
