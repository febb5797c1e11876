import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, vi } from 'vitest';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import { tableUnits } from '#bridge/adapters/units.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { SECOND } from '#core/time.ts';
import { startFleet } from '#scripts/simulate/fleet.ts';
import { seededFleet } from '#scripts/simulate/seeded-fleet.ts';
import { aBridge, MemoryPorts } from '#support/bridge.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { connect as connectConsole, sendLine, transcript } from './console-screen.ts';

// Two bridges behind one address, as behind the load balancer: units that dial anew reach the newer one.

/** No console may be without its unit for longer. */
const LONGEST_GAP_MS = 5 * SECOND;

const seeded = seededFleet(50);
const units = [seeded.find(({ model }) => model === 'MXD-LTE')!, seeded.find(({ model }) => model === 'myConnect')!];

async function start(): Promise<Bridge> {
  const { ingest, log, refusals, syncQueue, interlock, downloads } = new MemoryPorts();
  const shared = { leases: tableLeases, claims: tableClaims, units: tableUnits, commands: tableCommands(log) };
  const ports = { ...shared, ingest, log, refusals, syncQueue, interlock, downloads, publisher: livePublisher(log) };
  return aBridge(ports, { commandSecret: await bridgeCommandSecret() });
}

const bridges = [await start()];
const balancer: Server = createServer((unit: Socket) => {
  const bridge = connect(bridges.at(-1)!.unitPort, '127.0.0.1');
  for (const [one, other] of [[unit, bridge] as const, [bridge, unit] as const]) {
    one.pipe(other);
    one.on('error', () => other.destroy());
  }
});
await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
const { port } = balancer.address() as { port: number };
// In real time: the bridge tells units in whole seconds when to come back.
const fleet = startFleet({ units, host: '127.0.0.1', port, dialOverSeconds: 0 });
afterAll(async () => {
  fleet.close();
  balancer.close();
  await Promise.all(bridges.map((bridge) => bridge.close()));
});

async function openConsole(as: string, { UnitSerNum }: { UnitSerNum: string }): Promise<Page> {
  const page = await openPage({ as });
  await page.goto(`/unitManagement/unitEdit?Unit=${UnitSerNum}`);
  await connectConsole(page);
  return page;
}

/** Watches in the page for how long the console cannot be used. */
const watchGaps = (page: Page) =>
  page.evaluate(() => {
    const gaps = { longest: 0, since: 0, count: 0 };
    (globalThis as never as { gaps: typeof gaps }).gaps = gaps;
    setInterval(() => {
      // Only a connected console can be disconnected.
      const isUp = [...document.querySelectorAll('button')].some((button) => button.textContent === 'Disconnect');
      if (isUp) {
        if (gaps.since > 0) gaps.longest = Math.max(gaps.longest, performance.now() - gaps.since);
        gaps.since = 0;
      } else if (gaps.since === 0) {
        gaps.since = performance.now();
        gaps.count += 1;
      }
    }, 20);
  });
const gapsOf = (page: Page) =>
  page.evaluate(() => (globalThis as never as { gaps: { longest: number; since: number; count: number } }).gaps);

itInDepth(
  'a rolling deploy moves the units: the holder keeps the console, the follower stays, for less than 5 s each',
  async () => {
    await vi.waitUntil(() => fleet.state.served === units.length, { timeout: 30_000 });
    const [voice, wearable] = units as [(typeof units)[0], (typeof units)[0]];
    const holder = await openConsole('engineer@watchkeep.example', voice);
    const follower = await openConsole('admin@watchkeep.example', voice);
    const worn = await openConsole('engineer@watchkeep.example', wearable);
    await sendLine(holder, 'SpeakerVol 7');
    const follows = follower.getByText(/ controls this unit\. You can follow\.$/);
    await follows.waitFor();
    const pages = [holder, follower, worn];
    await Promise.all(pages.map(watchGaps));

    const old = bridges[0]!;
    bridges.push(await start());
    await old.drain();
    await expect
      .poll(async () => (await Promise.all(pages.map(gapsOf))).map(({ count }) => count), { timeout: 15_000 })
      .toEqual([1, 1, 1]);
    await expect
      .poll(async () => (await Promise.all(pages.map(gapsOf))).map(({ since }) => since), { timeout: 40_000 })
      .toEqual([0, 0, 0]);
    for (const page of pages) expect((await gapsOf(page)).longest).toBeLessThan(LONGEST_GAP_MS);

    // The holder has the console still, and its commands reach the unit over the other bridge.
    expect(await follows.isVisible()).toBe(true);
    await sendLine(holder, 'MicVol 6');
    await transcript(holder).getByText('MicVol 6', { exact: true }).waitFor();
    await transcript(follower).getByText('MicVol (sent elsewhere)', { exact: true }).waitFor();
  },
  120_000,
);
