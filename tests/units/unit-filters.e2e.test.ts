import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CONDITION_WORDS } from '#core/units/condition.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';

async function openList(search = '', look = LOOKS.light): Promise<Page> {
  const page = await openPage({ as: ENGINEER, at: `/unitManagement${search}`, look });
  await chip(page, /\d$/).first().waitFor();
  return page;
}

const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });
const chip = (page: Page, name: RegExp) => filters(page).getByRole('button', { name });
const rows = (page: Page) => page.locator('a[data-title], [data-name] a');
const isPressed = (page: Page, name: RegExp) => chip(page, name).getAttribute('aria-pressed');
const conditions = async (page: Page) => {
  const [header] = await page.locator('thead tr').allInnerTexts();
  expect(header).toContain('Condition');
  const texts = await page.locator('tbody tr td:nth-child(3)').allInnerTexts();
  // Beside the condition, a wide column has the most urgent reason.
  return texts.map((text) => Object.values(CONDITION_WORDS).find((word) => text.startsWith(word)) ?? text);
};

/** The number on a chip. */
async function countOn(page: Page, name: RegExp): Promise<number> {
  const [count] = /\d+$/.exec((await chip(page, name).textContent())!.trim())!;
  return Number(count);
}

describe('the filters of the unit list', () => {
  it('show the units of a condition, as many as the chip says, and one step back shows all again', async () => {
    const page = await openList();
    const all = await rows(page).count();
    const silent = await countOn(page, /^Silent/);
    expect(silent).toBeGreaterThan(0);
    expect(silent).toBeLessThan(all);
    await chip(page, /^Silent/).click();
    await page.waitForURL(/\?condition=silent$/);
    await expect.poll(() => rows(page).count()).toBe(silent);
    expect(await isPressed(page, /^Silent/)).toBe('true');
    const [tab] = await page.getByRole('navigation', { name: 'Unit models' }).getByRole('link').allInnerTexts();
    expect(tab).toMatch(new RegExp(`\\b${silent}$`));
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(all);
    expect(await isPressed(page, /^Silent/)).toBe('false');
  });

  itInDepth('show the worst units first with one click', async () => {
    const page = await openList('?UnitModel=myConnect');
    const all = await rows(page).count();
    const [silent, late] = [await countOn(page, /^Silent/), await countOn(page, /^Late/)];
    await chip(page, /^Worst first/).click();
    await page.waitForURL(/order=worst/);
    await expect.poll(async () => (await conditions(page))[0]).toBe('Silent');
    expect(await rows(page).count()).toBe(all);
    await chip(page, /^Silent/).click();
    await expect.poll(() => rows(page).count()).toBe(silent);
    await chip(page, /^Silent/).click();
    await chip(page, /^Late/).click();
    await expect.poll(() => rows(page).count()).toBe(late);
  });

  itInDepth('have the words that the column has: each row of a condition reads as its chip', async () => {
    const page = await openList('?UnitModel=myConnect');
    const shown: string[] = [];
    for (const [condition, word] of Object.entries(CONDITION_WORDS)) {
      const named = chip(page, new RegExp(`^${word}`));
      if ((await named.count()) === 0) continue;
      const count = await countOn(page, new RegExp(`^${word}`));
      await named.click();
      await page.waitForURL(new RegExp(`condition=${condition}`));
      await expect.poll(() => rows(page).count()).toBe(count);
      // Two conditions can have as many units: the rows of the last one may still be there.
      await expect.poll(async () => [...new Set(await conditions(page))]).toEqual([word]);
      shown.push(word);
    }
    expect(shown.length).toBeGreaterThanOrEqual(3);
  });

  itInDepth('are shared by the address: another person sees the same units, and which filters are on', async () => {
    const page = await openList();
    await chip(page, /^More filters/).click();
    await chip(page, /^Firmware/).click();
    const item = page.getByRole('menuitemradio', { name: /^2\.2\.0\.0\.5/ });
    const count = Number(await item.locator('span').last().textContent());
    await picture(page, 'units-filter-menu-light');
    await item.click();
    await page.waitForURL(/FirmVer=2\.2\.0\.0\.5/);
    await expect.poll(() => rows(page).count()).toBe(count);
    await chip(page, /^Healthy/).click();
    await expect.poll(() => rows(page).count()).toBeLessThan(count);
    const shown = await rows(page).allInnerTexts();

    const other = await openList(new URL(page.url()).search);
    await expect.poll(() => rows(other).allInnerTexts()).toEqual(shown);
    expect(await isPressed(other, /^Healthy/)).toBe('true');
    await chip(other, /^Firmware: 2\.2\.0\.0\.5$/).waitFor();
    await chip(other, /^Clear the filters$/).click();
    await other.waitForURL(/unitManagement$/);
  });

  itInDepth('say that nothing matches, and how to go on', async () => {
    const page = await openList('?condition=silent&FirmVer=0.0');
    expect(await rows(page).count()).toBe(0);
    await page.getByText('No MXD-LTE matches the filter', { exact: true }).waitFor();
    await chip(page, /^Clear the filters$/).click();
    await rows(page).first().waitFor();
  });

  it('find the units of a dealer and those below it', async () => {
    const page = await openList();
    const count = () => page.getByRole('navigation', { name: 'Unit models' }).getByRole('link').first().textContent();
    const all = await count();
    await chip(page, /^More filters/).click();
    await page.getByRole('combobox', { name: 'Dealer', exact: true }).fill('22');
    await page.getByRole('option').filter({ hasText: / 22$/ }).click();
    await page.waitForURL(/DealerKey=22/);
    await expect.poll(count).not.toBe(all);
  });

  itInDepth('take one line at 1280 pixels, and the others show on demand', async () => {
    const page = await openList('', { ...LOOKS.light, viewport: { width: 1280, height: 720 } });
    expect((await filters(page).boundingBox())!.height).toBeLessThan(40);
    expect(await chip(page, /^Firmware/).count()).toBe(0);
    await chip(page, /^More filters/).click();
    await chip(page, /^Firmware/).waitFor();
    await picture(page, 'units-more-filters-1280');
  });

  itInDepth.each(['light', 'dark', 'phone'] as const)('are for everybody (%s)', async (look) => {
    const page = await openList('?condition=attention', LOOKS[look]);
    await rows(page).first().waitFor();
    await picture(page, `units-filtered-${look}`);
    if (look === 'phone') {
      const { height } = (await page.getByRole('group', { name: 'Filters', exact: true }).boundingBox())!;
      expect(height, 'the filters are one line').toBeLessThan(48);
      const { y } = (await rows(page).first().boundingBox())!;
      expect(y, 'a row is in sight').toBeLessThan(page.viewportSize()!.height - 100);
    }
    await expectAccessible(page);
  });
});
