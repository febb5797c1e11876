import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { SCREENS } from '#web/app/routes.ts';
import { anchorOf } from '#web/components/page/anchor.ts';

const ENGINEER = 'engineer@watchkeep.example';
const VIEWER = 'viewer@cedar.example';
const OPERATOR = 'operator@monitoring.example';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
async function search(page: Page, text: string) {
  await page.getByRole('button', { name: /Account of/ }).waitFor();
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
}
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name }).first();

describe('the palette', () => {
  itInDepth('finds a dealer by any word of its name, and opens it in the list', async () => {
    const page = await openPage({ as: ENGINEER, at: '/userSettings' });
    await search(page, 'oregon');
    await option(page, /^Northwind Oregon/).waitFor();
    await expectAccessible(page, '[role=dialog]');
    await picture(page, 'palette-dealers-light');
    await option(page, /^Northwind Oregon/).click();
    await page.waitForURL(/\/dealers\?q=220/);
    await page.getByRole('row', { name: /Northwind Oregon/ }).waitFor();
  });

  itInDepth('finds a user by the first name, the last name and the user name, and opens them in the list', async () => {
    const page = await openPage({ as: ENGINEER, at: '/userSettings' });
    await search(page, 'dealer@northwind');
    const found = option(page, /dealer@northwind\.example/);
    const name = (await found.textContent())!.match(/^(\S+) (\S+)/)!;
    for (const part of [name[1]!, name[2]!.replace(/dealer@.*/, '')]) {
      await palette(page).getByRole('combobox').fill(part);
      await found.waitFor();
    }
    await found.click();
    await page.waitForURL(/\/admin\/UserManagement\?q=dealer/);
    await page.getByRole('row', { name: /dealer@northwind\.example/ }).waitFor();
  });

  it('searches neither dealers nor users for somebody who may not see them', async () => {
    const page = await openPage({ as: VIEWER, at: '/userSettings' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await search(page, 'oregon');
    await palette(page).getByText('No results found', { exact: true }).waitFor();
    expect(asked.filter((path) => /^\/api\/(dealers|users)/.test(path))).toEqual([]);
  });

  itInDepth('finds a setting by a label on it, and shows it', async () => {
    const page = await openPage({ as: ENGINEER, at: '/' });
    await search(page, 'allow only these');
    await option(page, /^Line IDs/).click();
    await page.waitForURL(/\/admin\/dealerSettings#line-ids/);
    const section = page.getByRole('region', { name: 'Line IDs' });
    await expect.poll(() => section.evaluate((element) => element.matches(':focus'))).toBe(true);
    // The same setting again, from the page itself.
    await page.getByRole('region', { name: 'Office address' }).scrollIntoViewIfNeeded();
    await search(page, 'languages');
    await option(page, /^Languages/).click();
    const other = page.getByRole('region', { name: 'Languages' });
    await expect.poll(() => other.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  itInDepth('leads a monitoring centre to its view', async () => {
    const page = await openPage({ as: OPERATOR, at: '/userSettings' });
    await search(page, 'centre');
    await option(page, /^Monitoring centre/).click();
    await page.waitForURL('/monitoringCenter');
  });

  const WITH_PARTS = SCREENS.filter(({ parts }) => parts !== undefined);
  itInDepth.each(WITH_PARTS)(
    'knows every group of settings on $path, and the labels in it',
    async ({ path, parts = [] }) => {
      const page = await openPage({ as: ENGINEER, at: path });
      await page
        .locator('main section[id]')
        .nth(parts.length - 1)
        .waitFor();
      const sections = await page.locator('main section[id]').all();
      const shown = await Promise.all(sections.map((section) => section.getAttribute('id')));
      expect(shown.toSorted()).toEqual(parts.map(({ title }) => anchorOf(title)).toSorted());
      for (const section of sections) {
        const id = await section.getAttribute('id');
        const known = parts.find(({ title }) => anchorOf(title) === id)!;
        const labels = await section.locator('label, [role=switch]').allTextContents();
        const unknown = labels.filter(
          (label) => ![known.title, ...(known.labels ?? [])].some((name) => label.trim().startsWith(name)),
        );
        expect({ id, unknown }).toEqual({ id, unknown: [] });
      }
    },
  );
});

describe('the page of a unit', () => {
  it('leads to the next and previous unit of the list, in its order and on the same tab', async () => {
    const page = await openPage({ as: ENGINEER, at: '/unitManagement?pageSize=5' });
    const links = page.locator('tr[data-row] a[data-title]');
    await links.nth(4).waitFor();
    const serials = await links.allTextContents();
    await links.first().click();
    const place = page.getByRole('navigation', { name: 'Units of the list' });
    await place.getByText('1 of 5', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-neighbours-light');
    expect(await place.getByRole('button', { name: 'Previous unit' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('link', { name: 'Pings', exact: true }).click();
    const next = place.getByRole('link', { name: 'Next unit' });
    await expect.poll(() => next.getAttribute('href')).toMatch(/tabIndex=2/);
    await next.click();
    await page.waitForURL(new RegExp(`Unit=${serials[1]}&tabIndex=2`));
    await place.getByText('2 of 5', { exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.waitForURL(new RegExp(`Unit=${serials[0]}&tabIndex=2`));
    await place.getByText('1 of 5', { exact: true }).waitFor();
    await page.keyboard.press(']');
    await page.waitForURL(new RegExp(`Unit=${serials[1]}&tabIndex=2`));
    // The order does not outlive the session.
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/\/login/);
    expect(await page.evaluate("sessionStorage.getItem('watchkeep.list-order')")).toBeNull();
  });

  itInDepth('that was not opened from a list has no neighbours', async () => {
    const page = await openPage({ as: ENGINEER, at: '/unitManagement?pageSize=5' });
    const link = page.locator('tr[data-row] a[data-title]').first();
    const address = await link.getAttribute('href');
    const other = await openPage({ as: ENGINEER, at: address! });
    await other.getByRole('heading', { level: 1, name: /^\d{6}$/ }).waitFor();
    expect(await other.getByRole('navigation', { name: 'Units of the list' }).count()).toBe(0);
  });
});
