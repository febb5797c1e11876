import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { picture } from '#support/screen.ts';
import { SMALL_WINDOW } from './expect-fits.ts';

// The frame and full tables in a window of 1280 x 800. looks.e2e.test.ts checks that every screen fits it.

const ENGINEER = 'engineer@watchkeep.example';
const SMALL = { ...LOOKS.light, viewport: SMALL_WINDOW };
const UNIT = `?Unit=${seededUnit('MXD-LTE').UnitSerNum}`;

let page: Page;
beforeAll(async () => {
  page = await openPage({ as: ENGINEER, look: SMALL });
});

const open = async (path: string) => {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading').first().waitFor();
};

/** Runs in the browser: the texts that their cells cut. */
const cutTexts = (cells: string) => `[...document.querySelectorAll('${cells}')]
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
  .map(({ textContent }) => textContent)`;

describe('in a window of 1280 x 800', () => {
  itInDepth.each([
    ['/unitManagement', 'thead th, thead th span'],
    ['/leadTimeMng', 'thead th, thead th span'],
    ['/admin/UserManagement', 'thead th, thead th span, tbody tr[data-row] td'],
    ['/dealers', 'thead th, thead th span, tbody tr[data-row] td'],
    ['/profiles', 'thead th, thead th span, tbody tr[data-row] td'],
  ])('%s cuts no text of %s', async (path, cells) => {
    await open(path);
    await page.locator('tbody tr[data-row]').first().waitFor();
    await expect.poll(() => page.evaluate(cutTexts(cells))).toEqual([]);
  });

  itInDepth('docks the console beside the unit while the navigation folds away, and unfolds it without', async () => {
    await open(`/unitManagement/unitEdit${UNIT}`);
    const console = page.getByRole('complementary', { name: 'Console' });
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    const widthOf = async () => (await navigation.boundingBox())!.width;
    await console.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expect.poll(widthOf).toBeLessThan(80);
    await console.getByRole('button', { name: 'Hide the console' }).click();
    await expect.poll(widthOf).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Console' }).click();
    await console.waitFor();
    await navigation.getByRole('link', { name: 'Units', exact: true }).click();
    await expect.poll(widthOf).toBeGreaterThan(200);
  });
});

describe('the frame', () => {
  const SEARCHES = /^(Quick search for units|Search or jump to anything)$/;
  const searches = async (of: Page) => {
    const fields = of.getByRole('combobox', { name: SEARCHES });
    const buttons = of.getByRole('banner').getByRole('button', { name: SEARCHES });
    return (await fields.count()) + (await buttons.count());
  };

  itInDepth.each([
    [ENGINEER, '/unitManagement', 1280],
    [ENGINEER, `/unitManagement/unitEdit${UNIT}`, 1280],
    ['dealer@northwind.example', '/unitManagement', 1280],
    ['dealer@northwind.example', '/unitManagement', 900],
    ['dealer@northwind.example', '/unitManagement', 390],
  ])('for %s at %s, %d pixels wide, has one search', async (as, at, width) => {
    const other = await openPage({ as, at, look: { viewport: { width, height: 800 } } });
    await other.getByRole('heading').first().waitFor();
    expect(await searches(other)).toBe(1);
  });

  itInDepth.each([[ENGINEER], ['dealer@northwind.example']])(
    'for %s has one dealer switch and one sign-out',
    async (as) => {
      const other = await openPage({ as, at: '/', look: SMALL });
      await other.getByRole('navigation', { name: 'Screens' }).waitFor();
      const count = async (name: RegExp) => {
        const [buttons, items] = [other.getByRole('button', { name }), other.getByRole('menuitem', { name })];
        return (await buttons.count()) + (await items.count());
      };
      expect(await count(/Show as dealer|Choose another/)).toBe(1);
      await other.getByRole('button', { name: /Account of/ }).click();
      await other.getByRole('menuitem', { name: 'User settings' }).waitFor();
      expect(await other.getByRole('menuitem', { name: /^Sign out$/ }).count()).toBe(0);
      await other.keyboard.press('Escape');
      expect(await count(/^Sign out$/)).toBe(1);
    },
  );
});

it('a phone shows the condition of a unit first, then its last ping, its battery and its SIMs, and each fact once', async () => {
  const phone = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit${UNIT}`, look: LOOKS.phone });
  const main = phone.getByRole('main');
  await main.getByRole('region', { name: 'Condition' }).waitFor();
  await main.getByRole('region', { name: 'Recent pings' }).waitFor();
  const text = (await main.textContent())!.replaceAll(/\s+/g, ' ');
  const places = ['Last ping', 'Battery', 'SIMs', 'Unit ID', 'Recent pings', 'Settings'].map((word) =>
    text.indexOf(word, text.indexOf('Schedule')),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThan(0);
  const labels = await main.locator('dt').allTextContents();
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  await picture(phone, 'unit-page-phone');
});
