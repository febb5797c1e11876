import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const STANDARD = {
  web: 8080,
  api: 8081,
  live: 9002,
  stations: 9011,
  dynamodb: 8100,
  queues: 8101,
  scheduler: 8102,
  mail: 8103,
  identity: 8104,
  controlCenter: 8105,
  thingSpace: 8106,
  location: 8107,
  secrets: 8108,
  mytrex: 8109,
  vitals: 8110,
  dc09Receiver: 8111,
  webhookReceiver: 8112,
  sipReceiver: 8113,
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
  if (!Number.isInteger(offset) || STANDARD.web + offset < 1 || STANDARD.stations + offset > 65535) {
    throw new RangeError(`WATCHKEEP_PORT_OFFSET must be a whole number that keeps ports within 1 to 65535`);
  }
  const shifted = Object.entries(STANDARD).map(([name, port]) => [name, port + offset]);
  return Object.fromEntries(shifted) as Record<PortName, number>;
}

/** Systems give programs that want any port a higher one, so only another call of `freePort` can choose the same. */
const CHOSEN = { from: 20_000, to: 32_000 };

/** A port that is free on all addresses of this machine at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(CHOSEN.from, CHOSEN.to);
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen({ port, ...(host !== undefined && { host }) }, () => probe.close(() => resolve(true)));
  });
}

const TAKEN = /EADDRINUSE|address already in use|is in use/i;
const MAX_TRIES = 5;

/** Starts a program that cannot take any free port by itself. If another one takes the port first, it tries the next. */
export async function onFreePort<Result>(start: (port: number) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === MAX_TRIES || !TAKEN.test(String(error))) throw error;
    }
  }
}
