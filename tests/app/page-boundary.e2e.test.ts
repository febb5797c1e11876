import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '#support/page.ts';

/** The file with the code of the list of units. */
const CODE = '**/assets/units-page-*.js';

async function openUnits(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Units', exact: true }).click();
  await page.waitForURL('/unitManagement');
}

const says = (page: Page, words: string) => page.getByRole('alert').getByText(words, { exact: true }).waitFor();

it('asks to try again if the code of a page does not load, and then to refresh; the rest works on [P3-M30 P3-M13]', async () => {
  const page = await openPage({ as: 'dealer@northwind.example', at: '/', fresh: true });
  await page.route(CODE, (route) => route.abort());
  await openUnits(page);
  await says(page, 'Something went wrong, please try again');
  await page.getByRole('button', { name: 'Try again' }).click();
  await says(page, 'Please refresh the page');

  await page.getByRole('link', { name: 'Dealers' }).click();
  await page.getByRole('heading', { name: 'Dealers' }).waitFor();
  await page.unroute(CODE);
  await page.reload();
  await openUnits(page);
  await page.getByRole('row').nth(1).waitFor();
});

it('says that something went wrong if a page fails while it is drawn [P2-M26 P3-M31]', async () => {
  const page = await openPage({ as: 'dealer@northwind.example', at: '/', fresh: true });
  const body = 'export default () => { throw new TypeError("x is undefined"); };';
  await page.route(CODE, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await openUnits(page);
  await says(page, 'Something went wrong! Please try again');
  expect(await page.getByText(/x is undefined/).count()).toBe(0);
});
