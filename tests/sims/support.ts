import type { Clock, Log } from '#adapters/carriers/carrier.ts';
import { type CarrierPorts, carriersFor } from '#adapters/carriers/carriers-for.ts';
import { CarriersConfig } from '#adapters/carriers/config.ts';
import type { LedgerEntry } from '#adapters/carriers/ledger.ts';
import { inProcessLease } from './in-process-lease.ts';

/** 2026-11-21, in the middle of a day and of a billing cycle. */
export const TODAY = Date.UTC(2026, 10, 21, 15, 30);

/** A clock on which sleeping takes no time; it records the sleeps. */
export function aClock(start = TODAY): Clock & { slept: number[]; pass(milliseconds: number): void } {
  let time = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    pass(milliseconds) {
      time += milliseconds;
    },
    async sleep(milliseconds) {
      slept.push(milliseconds);
      time += milliseconds;
    },
  };
}

function aLog(): Log & {
  lines: { level: 'warn' | 'error'; message: string; facts: Record<string, unknown> }[];
} {
  const lines: ReturnType<typeof aLog>['lines'] = [];
  return {
    lines,
    warn: (message, facts) => lines.push({ level: 'warn', message, facts }),
    error: (message, facts) => lines.push({ level: 'error', message, facts }),
  };
}

const soap = (name: string) => ({
  ...{ password: `${name}-password`, licenseKey: `${name}-license`, service: 'Terminal' },
  ...{ action: 'urn:ManageDialableMSISDN', callbackUrl: 'https://portal.example/' },
});

export const secrets = {
  controlCenterAtt: { userName: 'att-user', apiKey: 'att-key', soap: soap('att') },
  controlCenterTelus: { userName: 'telus-user', apiKey: 'telus-key', soap: undefined },
  thingspace: {
    key: 'ts-key',
    secret: 'ts-secret',
    userName: 'ts-user',
    password: 'ts-password',
    accountName: '0868924207-00001',
    callbackUserName: 'callback-user',
    callbackPassword: 'callback-password',
  },
};

/** Port 1 of the loopback address is closed. */
const NOWHERE = 'http://127.0.0.1:1';

interface Servers {
  controlCenter?: string;
  thingSpace?: string;
}

/** The carriers of the portal, with stand-ins and everything that they record. */
export function someCarriers(servers: Servers, change: Partial<CarrierPorts> & { config?: object } = {}) {
  const { config, ...ports } = change;
  const clock = aClock();
  const log = aLog();
  const entries: LedgerEntry[] = [];
  let references = 0;
  const carriers = carriersFor(
    CarriersConfig.parse({
      controlCenterAttUrl: servers.controlCenter ?? NOWHERE,
      controlCenterTelusUrl: servers.controlCenter ?? NOWHERE,
      thingSpaceUrl: servers.thingSpace ?? NOWHERE,
      secrets,
      ...config,
    }),
    {
      lease: inProcessLease(clock),
      ledger: { record: async (entry) => void entries.push(entry) },
      log,
      clock,
      newReference: () => {
        references += 1;
        return `reference-${references}`;
      },
      ...ports,
    },
  );
  return { carriers, clock, log, entries };
}

/** Polls until the condition holds; fails by the test's own timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
