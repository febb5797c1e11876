import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { dealers } from '#core/dealers/contract.ts';
import { history } from '#core/history/contract.ts';
import { DAY } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { users } from '#core/users/contract.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit, userNamed } from '#support/page.ts';
import { rangeInstants } from '#web/components/date-range/range.ts';

// What every list does, tried on each of them. The server sends pages of four rows, so that each list has several.

const ENGINEER = 'engineer@watchkeep.example';
const PAGE_SIZE = 4;
/** As `openPage` sets it. */
const ZONE_OF_THE_BROWSER = 'America/Denver';
const as = await userNamed(ENGINEER);
const { UnitSerNum } = seededUnit('MXD-LTE');
for (const Report of [0, 1, 0, 1, 0] as const) await ask(units.setReporting, { UnitSerNum, Report, as });

const everything = { pageSize: 1000, as } as const;
const from = new Date(Date.now() - 7 * DAY).toISOString();

interface List {
  path: string;
  /** The number of rows, asked of the server. */
  count: () => Promise<number>;
  /** The search field, a text for it, and what the address then contains. */
  search?: { label: string; text: string; address: RegExp };
  /** The order of its rows has a meaning, so that they are never sorted. */
  isOrdered?: true;
}

const LISTS: Record<string, List> = {
  units: {
    path: '/unitManagement',
    count: async () => (await ask(units.list, { param: 'all', ...everything })).lists['MXD-LTE'].length,
    search: { label: 'Search units by any identifier', text: '4', address: /searchText=4/ },
  },
  'units without a secret': {
    path: '/unitManagement?withoutSecret=1',
    count: async () => (await ask(units.list, { param: 'withoutSecret', ...everything })).lists['MXD-LTE'].length,
  },
  users: {
    path: '/admin/UserManagement',
    count: async () => (await ask(users.list, { dealerOrFlag: 'all', ...everything })).items.length,
    search: { label: 'Search users', text: 'northwind', address: /q=northwind/ },
  },
  dealers: {
    path: '/dealers',
    count: async () => (await ask(dealers.list, everything)).items.length,
    search: { label: 'Find dealers by name or key', text: 'northwind', address: /q=northwind/ },
    isOrdered: true,
  },
  changes: {
    path: `/admin/audit?kind=unit&id=${UnitSerNum}`,
    count: async () =>
      (await ask(audit.ofObject, { objectKind: 'unit', objectId: UnitSerNum, ...everything })).items.length,
    isOrdered: true,
  },
  pings: {
    path: `/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=2&startDate=${from.slice(0, 10)}`,
    count: async () =>
      (
        await ask(history.pingLog, {
          id: UnitSerNum,
          startDate: rangeInstants({ start: from.slice(0, 10), end: '' }, ZONE_OF_THE_BROWSER).from!.toISOString(),
          endDate: new Date(Date.now() + DAY).toISOString(),
          ...everything,
        })
      ).items.length,
  },
};

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr[data-row]')?.getAttribute('data-index'));
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator('tr[data-row]').first().waitFor();
};

describe.each(Object.entries(LISTS))('the list of %s', (_, { path, count, search, isOrdered }) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage({ as: ENGINEER });
    await page.route(/[?&]pageSize=/, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/pageSize=\d+/, `pageSize=${PAGE_SIZE}`),
      }),
    );
    await open(page, path);
  });

  it('is exported with all its rows, of which a page is shown', async () => {
    const rows = await count();
    expect(rows).toBeGreaterThan(PAGE_SIZE);
    expect(await page.locator('tr[data-row]').count()).toBe(PAGE_SIZE);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText(`Exported ${rows} rows`, { exact: true }).waitFor(),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')).toHaveLength(rows + 1);
  });

  itInDepth('is not sorted by a column, because it shows a page of many', async () => {
    const heads = page.locator('th button');
    const reasons = await heads.evaluateAll((all) => all.map((head) => head.getAttribute('aria-disabled')));
    if (isOrdered) expect(reasons).toEqual([]);
    else expect(new Set(reasons)).toEqual(new Set(['true']));
  });

  it.runIf(search)('is searched while its user types', async () => {
    const { label, text, address } = search!;
    await page.getByLabel(label, { exact: true }).pressSequentially(text);
    await page.waitForURL(address);
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
  });
});

describe('the title of a list', () => {
  const title = (page: Page) => page.locator('main header').first();

  itInDepth('has the number of its rows, if one page shows them all', async () => {
    const page = await openPage({ as: ENGINEER });
    await open(page, '/admin/UserManagement');
    const rows = await LISTS.users!.count();
    await title(page).getByText(String(rows), { exact: true }).waitFor();
    await page.getByText(`1–${rows} of ${rows}`, { exact: true }).waitFor();
  });

  itInDepth('has no number, if the server has more pages', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route(/[?&]pageSize=/, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/pageSize=\d+/, `pageSize=${PAGE_SIZE}`),
      }),
    );
    await open(page, '/admin/UserManagement');
    await page.getByText(`1–${PAGE_SIZE}`, { exact: true }).waitFor();
    expect(await title(page).textContent()).not.toMatch(/\d/);
  });
});

describe('the row that was opened', () => {
  itInDepth.each([
    ['units', '/unitManagement', /unitEdit/],
    ['customers', '/customers', /customer\?/],
  ])('has the focus again after a way back to the list of %s', async (_, path, opened) => {
    const page = await openPage({ as: ENGINEER });
    await open(page, path);
    for (const key of ['j', 'j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(opened);
    await page.locator('h1').first().waitFor();
    await page.goBack();
    await page.locator('tr[data-row]').first().waitFor();
    await expect.poll(() => focusedRow(page)).toBe('2');
    await page.keyboard.press('j');
    await expect.poll(() => focusedRow(page)).toBe('3');
  });
});
