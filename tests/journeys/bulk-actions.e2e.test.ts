import { describe, expect, it } from 'vitest';
import { signIn } from '#support/browser.ts';
import { openPage } from '#support/portal-page.ts';
import { acknowledge, picture } from '#support/screen.ts';

describe('bulk actions', () => {
  it('are chosen in a dialog, followed to their end and listed with the outcome of each unit [P2-B02 P2-B27 P2-B29 P2-M66 P1-R29 P1-R30 P1-B91 P1-B92]', async () => {
    const page = await openPage();
    await page.goto('/unitManagement?pageSize=5&Report=1');
    await page.waitForURL(/\/login/);
    await signIn(page, 'engineer@watchkeep.example', /\/unitManagement/);
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^6–10 of/).waitFor();
    const selection = page.getByRole('region', { name: 'Selection' });
    await selection.getByText('5 selected, 5 of them not in sight', { exact: true }).waitFor();
    await selection.getByRole('button', { name: 'Bulk action' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Switch reporting off', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Switch reporting off for 5 units' }).click();
    const question = page.getByRole('alertdialog', { name: 'Switch reporting off for 5 units?' });
    await acknowledge(question);
    await question.getByRole('button', { name: 'Switch reporting off' }).click();
    await page.getByText('Updated 5 units', { exact: true }).first().waitFor({ timeout: 60_000 });
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
