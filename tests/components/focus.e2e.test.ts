import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { openGallery } from './gallery/open-gallery.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
/** The row itself, so that no button of it is pressed by what was meant for another. */
const rowOf = (name: string) => `Delete ${name}Check ${name}`;
/** Longer than a call of the gallery and the time that the rule waits. */
const settled = (page: Page) => page.waitForTimeout(600);
const scrolled = (page: Page) => page.evaluate(() => scrollY);
const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};
/** A dialog takes the focus as soon as it is open. */
async function confirmDelete(page: Page) {
  await page.locator('[role=dialog] :focus, [role=alertdialog] :focus').waitFor();
  await press(page, 'Delete name');
}
async function remove(page: Page, name: string) {
  await press(page, `Delete ${name}`);
  await confirmDelete(page);
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).waitFor({ state: 'detached' });
}

describe('the focus', () => {
  it('goes from a deleted row to the next, then to the one before, then to the heading of the list', async () => {
    const page = await openGallery('/focus');
    await remove(page, 'Ben');
    await expect.poll(() => focused(page)).toBe(rowOf('Cem'));
    await remove(page, 'Cem');
    await expect.poll(() => focused(page)).toBe(rowOf('Ann'));
    await remove(page, 'Ann');
    await expect.poll(() => focused(page)).toBe('Names');
  });

  itInDepth('returns to a button whose call has ended', async () => {
    const page = await openGallery('/focus');
    await press(page, 'Check Ben');
    await page.locator('button:disabled').first().waitFor();
    await page.locator('button:disabled').first().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Check Ben');
  });

  itInDepth('goes from a closed panel to the button that opened it', async () => {
    const page = await openGallery('/focus');
    await press(page, 'Open the panel');
    await press(page, 'Close the panel');
    await expect.poll(() => focused(page)).toBe('Open the panel');
  });

  itInDepth('stays on a control whose reason not to be used comes or goes', async () => {
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

  itInDepth('stays where the person put it meanwhile', async () => {
    const page = await openGallery('/focus');
    await press(page, 'Delete Ben');
    await confirmDelete(page);
    await page.getByRole('button', { name: 'Open the panel' }).focus();
    await page.getByRole('button', { name: 'Delete Ben', exact: true }).waitFor({ state: 'detached' });
    // Longer than the rule waits before it acts.
    await page.waitForTimeout(200);
    expect(await focused(page)).toBe('Open the panel');
  });

  it('presses nothing in the next row while somebody types in a removed one, or holds a key down', async () => {
    const page = await openGallery('/focus');
    const notes = () => page.getByRole('textbox').count();
    await press(page, 'Remove Ann soon');
    await page.getByLabel('Note of Ann').focus();
    await page.getByLabel('Note of Ann').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Remove Ben');
    await page.keyboard.press('Space');
    await page.keyboard.type(' a b');
    expect(await notes()).toBe(2);
    await page.getByRole('button', { name: 'Remove Ben' }).focus();
    for (let times = 0; times < 10; times += 1) {
      await page.keyboard.down('Enter');
      await page.waitForTimeout(40);
    }
    await page.keyboard.up('Enter');
    expect(await notes()).toBe(1);
  });

  itInDepth('returns to a button without scrolling to it, if the person used the mouse', async () => {
    const page = await openGallery('/focus');
    await page.getByRole('button', { name: 'Check Ben' }).click();
    await page.evaluate(() => scrollTo(0, 1500));
    await expect.poll(() => focused(page)).toBe('Check Ben');
    expect(await scrolled(page)).toBe(1500);
  });

  itInDepth('is left alone by who clicked elsewhere, or took it away before', async () => {
    const page = await openGallery('/focus');
    await press(page, 'Check Ben');
    await page.getByRole('heading', { name: 'Notes' }).click();
    await settled(page);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await press(page, 'Remove Ann soon');
    await page.getByLabel('Note of Ann').focus();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.getByLabel('Note of Ann').waitFor({ state: 'detached' });
    await settled(page);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });
});
