import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { IN_DEPTH } from '#support/depth.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { LOOKS, openGallery, show } from './gallery/open-gallery.ts';

const VIEWS = {
  parts: '/',
  table: '/table?chips=1',
  'table-loading': '/table?state=loading',
  'table-empty': '/table?state=empty',
  'table-error': '/table?state=error',
  'table-stale': '/table?state=stale&size=10',
  forms: '/forms',
  overlays: '/overlays',
};

describe.each(Object.entries(LOOKS))('in the look %s', (look, options) => {
  // tests/theme checks the colours of both modes; the phone has other parts.
  const isChecked = look !== 'dark' || IN_DEPTH;
  let page: Page;
  beforeAll(async () => {
    page = await openGallery('/', options);
  });

  it.each(Object.entries(VIEWS))('%s can be used by everybody', async (view, path) => {
    await show(page, path, options);
    await page.mouse.move(0, 0);
    await picture(page, `components-${view}-${look}`);
    if (isChecked) await expectAccessible(page);
  });

  it('an export under way can be used by everybody', async () => {
    await show(page, '/table?size=10&pause=3000', options);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByText(/^[1-9],000 of 23,410/).waitFor();
    await picture(page, `components-export-${look}`);
    if (isChecked) await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it.skipIf(look === 'phone')('the reason why a page of many is not sorted can be read by everybody', async () => {
    await show(page, '/table?size=10', options);
    await page.getByRole('columnheader', { name: 'Model' }).getByRole('button').focus();
    await page.getByRole('tooltip').waitFor();
    await picture(page, `components-not-sorted-${look}`);
    if (isChecked) await expectAccessible(page);
  });

  it.runIf(isChecked)('dialogs, menus and the palette are accessible', async () => {
    await show(page, '/table?size=10', options);
    const closed = async () => {
      await page.keyboard.press('Escape');
      await page.locator('[data-state=open][role]').waitFor({ state: 'detached' });
    };
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page);
    await closed();
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByRole('dialog', { name: 'Table settings' }).waitFor();
    await expectAccessible(page);
    await closed();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await expectAccessible(page, '[role=menu]');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search units' }).fill('act');
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page, '[role=listbox]');
    expect(await page.locator('body').evaluate((body) => body.scrollWidth <= innerWidth)).toBe(true);
  });
});
