import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, vi } from 'vitest';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import { tableUnits } from '#bridge/adapters/units.ts';
import { startFleet } from '#scripts/simulate/fleet.ts';
import { seededFleet } from '#scripts/simulate/seeded-fleet.ts';
import { aBridge, MemoryPorts } from '#support/bridge.ts';
import { openPage } from '#support/page.ts';
import { bridgeCommandSecret } from '#support/secret.ts';

// A file that imports this has its own bridge beside its portal, which serves one simulated unit of each kind.

/** The units answer within milliseconds, and reboot within two seconds. */
const SPEED = 20;

const { ingest, log, refusals, syncQueue, interlock, downloads } = new MemoryPorts();
const bridge = await aBridge(
  {
    leases: tableLeases,
    claims: tableClaims,
    units: tableUnits,
    refusals,
    syncQueue,
    interlock,
    downloads,
    commands: tableCommands(log),
    publisher: livePublisher(log),
    ingest,
    log,
  },
  { commandSecret: await bridgeCommandSecret() },
);
const seeded = seededFleet(50);
const served = {
  voice: seeded.find(({ model }) => model === 'MXD-LTE')!,
  wearable: seeded.find(({ model }) => model !== 'MXD-LTE')!,
};
const fleet = startFleet({
  units: Object.values(served),
  host: '127.0.0.1',
  port: bridge.unitPort,
  speed: SPEED,
});
afterAll(async () => {
  fleet.close();
  await bridge.close();
});

/** Waits until both units are connected, because they disconnect while they reboot. */
export const allUnitsServed = () => vi.waitUntil(() => fleet.state.served === 2, { timeout: 15_000 });

export const ENGINEER = 'engineer@watchkeep.example';
export const ADMINISTRATOR = 'admin@watchkeep.example';

export type Kind = keyof typeof served;

export const unitPath = (kind: Kind) => `/unitManagement/unitEdit?Unit=${served[kind].UnitSerNum}`;

export const serialOf = (kind: Kind) => served[kind].UnitSerNum;

/** The firmware as people read it. */
export const firmwareOf = (kind: Kind) => served[kind].firmware.split('_')[0];

/** How the messages of a console address its unit: a wearable's also by model and modem. */
export const addressOf = (kind: Kind) => {
  const { UnitSerNum, model: UnitModel, imei } = served[kind];
  return kind === 'voice' ? { UnitSerNum } : { UnitSerNum, UnitModel, imei };
};

interface Options {
  as?: string;
  look?: BrowserContextOptions;
  /** Runs before the page loads anything. */
  before?: (page: Page) => unknown;
}

/** The console of the served unit, before it connects. */
export async function openConsole(kind: Kind, { as = ENGINEER, look, before }: Options = {}): Promise<Page> {
  await allUnitsServed();
  const page = await openPage({ as, look });
  await before?.(page);
  await page.goto(unitPath(kind));
  // A wide window shows the console beside the unit; in a narrow one, a button opens it.
  const show = page.getByRole('button', { name: /^Console/ });
  await page.getByRole('button', { name: 'Connect', exact: true }).or(show).first().waitFor();
  if (await show.isVisible()) await show.click();
  return page;
}
