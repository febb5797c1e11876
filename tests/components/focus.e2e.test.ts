import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openGallery } from './gallery/open-gallery.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};
async function remove(page: Page, name: string) {
  await press(page, `Delete ${name}`);
  await press(page, 'Delete name');
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).waitFor({ state: 'detached' });
}

describe('the focus', () => {
  it('goes from a deleted row to the next, then to the one before, then to the heading of the list', async () => {
    const page = await openGallery('/focus');
    await remove(page, 'Ben');
    await expect.poll(() => focused(page)).toBe('Check Cem');
    await remove(page, 'Cem');
    await expect.poll(() => focused(page)).toBe('Check Ann');
    await remove(page, 'Ann');
    await expect.poll(() => focused(page)).toBe('Names');
  });

  it('returns to a button whose call has ended', async () => {
    const page = await openGallery('/focus');
    await press(page, 'Check Ben');
    await page.locator('button:disabled').first().waitFor();
    await page.locator('button:disabled').first().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Check Ben');
  });

  it('goes from a closed panel to the button that opened it', async () => {
    const page = await openGallery('/focus');
    await press(page, 'Open the panel');
    await press(page, 'Close the panel');
    await expect.poll(() => focused(page)).toBe('Open the panel');
  });

  it('stays on a control whose reason not to be used comes or goes', async () => {
    const page = await openGallery('/focus');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const element = (await send.elementHandle())!;
    const isInPage = () => element.evaluate((one) => one.isConnected);
    await press(page, 'Send');
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
    expect([await focused(page), await isInPage()]).toEqual(['Send', true]);
    await page.keyboard.press('Tab');
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe(null);
    expect(await isInPage()).toBe(true);
  });

  it('stays where the person put it meanwhile', async () => {
    const page = await openGallery('/focus');
    await press(page, 'Delete Ben');
    await press(page, 'Delete name');
    await page.getByRole('button', { name: 'Open the panel' }).focus();
    await page.getByRole('button', { name: 'Delete Ben', exact: true }).waitFor({ state: 'detached' });
    // Longer than the rule waits before it acts.
    await page.waitForTimeout(200);
    expect(await focused(page)).toBe('Open the panel');
  });
});
