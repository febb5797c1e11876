import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { openGallery, show } from './gallery/open-gallery.ts';

let page: Page;
beforeAll(async () => {
  page = await openGallery('/');
  // The page's own clock stops between the steps.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
});

const field = () => page.getByRole('combobox', { name: 'Search units' });
const draft = () => field().inputValue();
const chip = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` });

/** Types a key at the moment at which the result of the search appears. */
const typeWithResult = (key: string) =>
  page.evaluate((text) => {
    const typeOnce = new MutationObserver(() => {
      typeOnce.disconnect();
      document.execCommand('insertText', false, text);
    });
    typeOnce.observe(document.querySelector('main')!, { childList: true, subtree: true });
  }, key);

describe('typing into the search', () => {
  it('goes on while the text typed so far is searched for', async () => {
    await show(page, '/table');
    await field().press('j');
    await typeWithResult('j');
    await page.clock.runFor(500);
    await page.getByText('No units match these filters', { exact: true }).waitFor();
    await field().press('x');
    expect(await draft()).toBe('jjx');
  });

  itInDepth('keeps the space after a word, whatever the pause', async () => {
    await show(page, '/table');
    await field().pressSequentially('ann ');
    await page.clock.runFor(500);
    await page.getByText('No units match these filters', { exact: true }).waitFor();
    await field().pressSequentially('other');
    expect(await draft()).toBe('ann other');
  });

  itInDepth('does not put back a filter that was removed before the search', async () => {
    await show(page, '/table?chips=1');
    await field().pressSequentially('400005');
    await chip('Dealer').click();
    await page.clock.runFor(500);
    await expect.poll(() => page.locator('tr[data-row]').count()).toBeLessThan(2);
    expect(await chip('Dealer').count()).toBe(0);
    expect(await chip('State').count()).toBe(1);
    expect(await draft()).toBe('400005');
  });

  itInDepth.each(['400005', 'State: act'])(
    'goes with the filters that are cleared elsewhere before the search: %s',
    async (typed) => {
      await show(page, '/table?chips=1&state=empty');
      await field().pressSequentially(typed);
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await expect.poll(() => chip('Dealer').count()).toBe(0);
      expect(await draft()).toBe('');
      await page.clock.runFor(500);
      expect(await chip('Dealer').count()).toBe(0);
      expect(await draft()).toBe('');
      expect(await page.getByTestId('searched').textContent()).toBe('');
    },
  );

  itInDepth('stays when the filters are cleared by its own field and more is typed', async () => {
    await show(page, '/table');
    await field().press('j');
    await page.clock.runFor(500);
    await page.getByText('No units match these filters', { exact: true }).waitFor();
    await field().press('Backspace');
    await page.clock.runFor(499);
    await typeWithResult('4');
    await page.clock.runFor(1);
    await expect.poll(draft).toBe('4');
    await page.clock.runFor(500);
    await expect.poll(() => page.getByTestId('searched').textContent()).toBe('4');
  });

  itInDepth('gives way to a search that was cleared elsewhere', async () => {
    await show(page, '/table');
    await field().pressSequentially('nobody');
    await page.clock.runFor(500);
    await field().pressSequentially(' at all');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect.poll(draft).toBe('');
    await page.clock.runFor(500);
    expect(await page.getByRole('link', { name: '400005' }).count()).toBe(1);
    expect(await draft()).toBe('');
  });
});
