import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { WEB_FOLDER } from '#local/portal/web-build.ts';
import { depthOf, emptyCache } from '#scripts/bench/round-trips.ts';
import { IN_DEPTH } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { followRequests } from '#support/requests.ts';
import { SCREENS } from '#web/app/routes.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import { QUERIES } from './screen-queries.ts';

// What every screen asks for, and when. A round trip takes much longer than what the page does between two of them.

const ENGINEER = 'engineer@watchkeep.example';
const VIEWER = 'viewer@cedar.example';

/** They read nothing before a unit is named, or get everything through a socket. */
const SENDS_NOTHING = [
  '/reports/debugLog',
  '/devTools/ota',
  '/transmitters',
  '/unitManagement/import',
  '/devTools/verizonSim',
  '/activity/monitoring',
  '/impra/stationStatus',
];
/**
 * In every test run, some screens are loaded, and opened by their links: all screens get their code and their reads by the same module, and each of
 * them is asked for its code.
 */
const SOME = [
  '/',
  '/unitManagement',
  '/unitManagement/unitEdit',
  '/monitoringCenters',
  '/devTools/ota',
  '/orderStatus',
];
const inDepth = (screens: readonly Screen[]) => screens.filter(({ path }) => IN_DEPTH || SOME.includes(path));

/** It has a ticket for one connection, so it is asked for when the socket opens. */
const TICKET = '/api/stations/connection';

/** Puts all files of the web app into the cache of the page's browser. */
async function fillCache(page: Page): Promise<void> {
  const files = await readdir(join(WEB_FOLDER, 'assets'));
  await page.evaluate(
    (addresses) => Promise.all(addresses.map(async (address) => await (await fetch(address)).arrayBuffer())),
    files.map((file) => `/assets/${file}`),
  );
}

/** The number of files that the page of the login names. */
const loginPreloads = async () => {
  const html = await (await fetch(`${process.env.WEB_ORIGIN}/login`)).text();
  return html.match(/rel="modulepreload"/g)!.length;
};

/** The reads of the API that the page sends from now on. */
function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/') && pathname !== TICKET)
      reads.push(`${pathname}${search}`);
  });
  return reads;
}

describe('a visit', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage({ as: ENGINEER, at: '/' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('of the unit list takes at most three round trips with an empty cache', async () => {
    // Two if the browser asks for the modules while the page still arrives.
    expect(await depthOf(page, '/unitManagement', { most: 3, before: () => emptyCache(page) })).toBeLessThanOrEqual(3);
  });

  describe('with a full cache', () => {
    beforeAll(async () => {
      await fillCache(page);
    });
    it.each(inDepth(SCREENS))('of $path takes one round trip', async ({ path }) => {
      const address = `${path}${Object.values(QUERIES[path] ?? {})[0] ?? ''}`;
      expect(await depthOf(page, address, { most: 1 })).toBeLessThanOrEqual(1);
    });
  });

  it.each(SCREENS)('of $path loads the code of the screen with the page', async ({ path }) => {
    const html = await (await page.request.get(path)).text();
    const modules = ['signed-in', 'prepare-screen'];
    for (const module of modules) expect(html).toMatch(new RegExp(`modulepreload[^>]*/assets/${module}-`));
    expect(html.match(/rel="modulepreload"/g)!.length).toBeGreaterThan((await loginPreloads()) + modules.length);
  });

  it('without a session asks nothing of the API', async () => {
    const visitor = await openPage();
    const reads = readsOf(visitor);
    await visitor.goto('/unitManagement');
    await visitor.getByLabel('User name').waitFor();
    expect(reads).toEqual([]);
  });

  it('asks for the list only after the access call if the access is not known yet', async () => {
    const first = await openPage({ as: ENGINEER, fresh: true });
    const order: string[] = [];
    first.on('response', (response) => order.push(`answered ${new URL(response.url()).pathname}`));
    first.on('request', (request) => order.push(`asked ${new URL(request.url()).pathname}`));
    await first.goto('/unitManagement');
    await first.getByRole('row').nth(1).waitFor();
    expect(order.indexOf('answered /api/role/access')).toBeLessThan(order.indexOf('asked /api/units/all'));
  });
});

describe('a link', () => {
  const PAUSE_MS = 400;
  /** Opens a page with links, and follows its reads. */
  async function openSettings(as = ENGINEER) {
    const page = await openPage({ as });
    const untilQuiet = followRequests(page);
    const reads = readsOf(page);
    await page.goto('/userSettings');
    await page.getByRole('heading', { name: 'User settings' }).waitFor();
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().waitFor();
    await untilQuiet();
    reads.splice(0);
    return { page, reads, untilQuiet };
  }

  it.each(inDepth(SCREENS.filter(({ navigation }) => navigation)))(
    'to $title sends its reads when the pointer is on it, and following it sends none',
    async ({ path, title }) => {
      const { page, reads, untilQuiet } = await openSettings();
      const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: title, exact: true });
      await link.hover();
      if (SENDS_NOTHING.includes(path)) await page.waitForTimeout(PAUSE_MS);
      else await expect.poll(() => reads.length).toBeGreaterThan(0);
      // A read can follow the answer of another.
      await untilQuiet();
      const early = reads.splice(0);
      expect(early.length > 0).toBe(!SENDS_NOTHING.includes(path));
      await link.click();
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await untilQuiet();
      expect({ early, after: reads }).toEqual({ early, after: [] });
    },
  );

  it('that the pointer only crosses sends nothing', async () => {
    const { page, reads } = await openSettings();
    // In one go, because a busy machine stays longer on each.
    await page.evaluate(
      "for (const each of document.querySelectorAll('nav[aria-label=Screens] a, main h1')) each.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))",
    );
    await page.waitForTimeout(PAUSE_MS);
    expect(reads).toEqual([]);
  });

  it('in a row is prepared from anywhere on the row', async () => {
    const page = await openPage({ as: ENGINEER });
    const untilQuiet = followRequests(page);
    await page.goto('/unitManagement');
    const row = page.locator('tr[data-row]').first();
    await row.waitFor();
    await untilQuiet();
    const reads = readsOf(page);
    await row.locator('td').last().hover();
    await expect.poll(() => reads.filter((read) => read.startsWith('/api/unit/')).length).toBe(1);
    await untilQuiet();
    await row.getByRole('link').first().click();
    await page.waitForURL(/unitEdit/);
    await page.getByRole('heading', { level: 1, name: /^\d{6}$/ }).waitFor();
    expect(reads.filter((read) => read.startsWith('/api/unit/')).length).toBe(1);
  });

  it('to a screen that the user may not open sends nothing', async () => {
    const { page: viewer, reads } = await openSettings(VIEWER);
    await viewer.evaluate(
      "document.querySelector('main').insertAdjacentHTML('afterbegin', '<a id=\"forbidden\" href=\"/admin/UserManagement\">Users</a>')",
    );
    await viewer.locator('#forbidden').hover();
    await viewer.waitForTimeout(PAUSE_MS);
    expect(reads).toEqual([]);
  });
});
