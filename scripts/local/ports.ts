import { createServer } from 'node:net';

const STANDARD = {
  web: 8080,
  api: 8081,
  live: 9002,
  dynamodb: 8100,
  queues: 8101,
  scheduler: 8102,
  mail: 8103,
  identity: 8104,
  controlCenter: 8105,
  thingSpace: 8106,
  location: 8107,
  secrets: 8108,
  bridgeUnits: 8200,
  bridgeCommands: 8201,
} as const;

export type PortName = keyof typeof STANDARD;

/**
 * The ports of everything that runs on one machine, all shifted by WATCHKEEP_PORT_OFFSET so that two checkouts can
 * run side by side.
 */
export function portTable(environment: Record<string, string | undefined> = process.env): Record<PortName, number> {
  const offset = Number(environment.WATCHKEEP_PORT_OFFSET ?? 0);
  if (!Number.isInteger(offset) || STANDARD.web + offset < 1 || STANDARD.live + offset > 65535) {
    throw new RangeError(`WATCHKEEP_PORT_OFFSET must be a whole number that keeps ports within 1 to 65535`);
  }
  const shifted = Object.entries(STANDARD).map(([name, port]) => [name, port + offset]);
  return Object.fromEntries(shifted) as Record<PortName, number>;
}

/** A port that is free on all addresses of this machine at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}
