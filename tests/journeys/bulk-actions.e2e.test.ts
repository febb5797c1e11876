import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { BulkActionRowEntity } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { signIn } from '#support/browser.ts';
import { askAs, newPerson, unitsSeenBy } from '#support/new-person.ts';
import { openPage } from '#support/portal-page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';

/** The list of units with the five of its first page selected. */
async function openSelection(): Promise<Page> {
  const page = await openPage();
  await page.goto('/unitManagement?pageSize=5');
  await page.waitForURL(/\/login/);
  await signIn(page, ENGINEER, /\/unitManagement/);
  await page.getByLabel('Select all on this page').check();
  return page;
}

/** How long nothing has to happen to a bulk action before its open units can be taken up again. */
const STANDS_STILL = 15 * MINUTE;
/** The page asks again every 15 s beside its live connection. */
const NEXT_LOOK = { timeout: 35_000 };

describe('a bulk action that stands still', () => {
  it('offers to take up its open units without the page being loaded again, and finishes them', async () => {
    const person = await newPerson({ first: 'Bea', last: 'Stark', flags: ['UNIT', 'UNIT_EDIT', 'BULK_ACTIONS'] });
    const units = (await unitsSeenBy(person, 'MXD-LTE')).slice(0, 3).map(({ UnitSerNum }) => UnitSerNum);
    const order = { units, action: 'reporting', type: 'on', UnitModel: 'MXD-LTE' };
    const { bchKey } = await askAs<{ bchKey: string }>(person, 'POST', '/api/bulkAction', order);
    const stored = async () => (await BulkActionEntity.get({ bchKey }).go({ consistent: true })).data!;
    await expect.poll(async () => (await stored()).done, { timeout: 30_000 }).toBe(3);
    // What is left where a worker and its share were lost: one unit is open, and nothing has happened for almost a quarter of an hour.
    await BulkActionRowEntity.delete({ bchKey, UnitSerNum: units[2]! }).go();
    const movedAt = instant(Date.now() - STANDS_STILL + 12 * SECOND);
    await BulkActionEntity.patch({ bchKey }).set({ done: 2, movedAt }).go();

    const page = await openPage();
    await page.goto('/login');
    await signIn(page, person);
    await page.goto(`/reports/bulkChangeStatus/detail?id=${bchKey}`);
    await page.getByRole('heading', { name: 'Switch reporting on for 3 units' }).waitFor();
    const retry = page.getByRole('button', { name: 'Continue with open units' });
    await retry.waitFor();
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    await retry.hover();
    await page.getByRole('tooltip').filter({ hasText: 'Wait until the bulk action is finished' }).waitFor();
    await page.getByRole('gridcell', { name: 'To do' }).waitFor();
    let loads = 0;
    page.on('load', () => {
      loads++;
    });

    await expect.poll(() => retry.getAttribute('aria-disabled'), NEXT_LOOK).toBeNull();
    await page.getByText('No progress').waitFor();
    expect(await page.getByText(/ left$/).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'bulk-action-without-progress');
    await retry.click();
    const updated = () => page.getByRole('gridcell', { name: 'Updated' }).count();
    await expect.poll(updated, { timeout: 30_000 }).toBe(3);
    await page.getByRole('button', { name: 'Try failed units again' }).waitFor();
    expect(loads).toBe(0);
  });
});

describe('bulk actions', () => {
  it('are chosen in a dialog, followed to their end and kept in the queue with the outcome of each unit [P2-B02 P2-B27 P2-B29 P2-M66 P1-R29 P1-R30 P1-B91 P1-B92]', async () => {
    const page = await openSelection();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^6–10 of/).waitFor();
    const selection = page.getByRole('region', { name: 'Selection' });
    await selection.getByText(/^5 of .* selected/).waitFor();
    await selection.getByRole('button', { name: 'Bulk action' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Switch reporting off', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Switch reporting off for 5 units' }).click();
    await page.getByText('Updated 5 units').first().waitFor({ timeout: 60_000 });
    await picture(page, 'bulk-action-finished');

    await page.getByRole('link', { name: 'Show details' }).click();
    await page.waitForURL(/\/reports\/bulkChangeStatus\/detail\?id=/);
    await page.getByRole('heading', { name: 'Switch reporting off for 5 units' }).waitFor();
    await expect.poll(() => page.getByRole('gridcell', { name: 'Updated' }).count()).toBe(5);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Bulk actions' }).click();
    await page.waitForURL(/\/reports\/bulkChangeStatus$/);
    await page.getByRole('link', { name: 'Switch reporting off' }).first().waitFor();
  });
});

describe('the dialog of a bulk action', () => {
  const chosen = async () => {
    const page = await openSelection();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Bulk action' }).click();
    await page.getByRole('dialog').getByText('Switch reporting off', { exact: true }).click();
    return page;
  };
  const started = (page: Page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Switch reporting off for 5 units' }).click();
  const progress = (page: Page) => page.getByRole('dialog', { name: /^Bulk action (running|finished)/ });

  it('stays with its progress, however soon it has begun', async () => {
    const page = await chosen();
    await started(page);
    await progress(page).waitFor();
    await page.waitForTimeout(1_000);
    expect(await progress(page).isVisible()).toBe(true);
  });

  it('left while it begins says nothing of it when it is opened again, and its end is told', async () => {
    const page = await chosen();
    const letThrough = Promise.withResolvers<void>();
    await page.route('**/api/bulkAction', async (route) => {
      const response = await route.fetch();
      await letThrough.promise;
      await route.fulfill({ response });
    });
    await started(page);
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    letThrough.resolve();
    await page.getByText('Updated 5 units').first().waitFor({ timeout: 60_000 });
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Bulk action' }).click();
    await page.getByRole('dialog', { name: 'Bulk action on 5 units' }).waitFor();
  });
});
