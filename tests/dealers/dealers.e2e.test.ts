import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dealers as endpoints } from '#core/dealers/contract.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ADMIN = 'admin@watchkeep.example';
const MARKUP = '<img src=x onerror=window.hacked=1>';

async function dealers(): Promise<Page> {
  const page = await openPage({ as: ADMIN, at: '/dealers' });
  await page.getByText('Northwind Response', { exact: true }).first().waitFor();
  return page;
}

const accountOf = (searchText: string) => async () => {
  const { items } = await ask(endpoints.list, { searchText, pageSize: 5, as: await userNamed(ADMIN) });
  return items[0]?.reportingAccount?.name;
};

describe('dealer management', () => {
  it('lists dealers by ten, and finds one [P1-R16 P1-B30 P1-K07]', async () => {
    const page = await dealers();
    await page.getByText(/^1–10/).waitFor();
    expect(await page.getByRole('row').count()).toBe(11);
    await page.getByRole('combobox', { name: 'Find dealers by name or key' }).fill('coast');
    await page.getByText('Northwind Coast', { exact: true }).waitFor();
    await page.getByText(/Cedar Home Care/).waitFor({ state: 'detached' });
  });

  it('creates a dealer with its account, and edits it by keyboard [P1-B31 P1-B32 P1-B33]', async () => {
    const page = await dealers();
    await page.getByRole('button', { name: 'New dealer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dealer name').fill('Aspen Care');
    await dialog.getByLabel('Billing code').fill('asp1');
    const parent = dialog.getByRole('combobox', { name: 'Parent' });
    await parent.click();
    await parent.fill('northwind ore');
    await dialog.getByRole('option', { name: /Northwind Oregon/ }).waitFor();
    await parent.press('Enter');
    await dialog.getByLabel('Details').fill(MARKUP);
    await picture(page, 'dealer-new');
    await dialog.getByLabel('Dealer name').press('Enter');
    await page.getByText('Dealer created', { exact: true }).first().waitFor();
    await page.getByRole('combobox', { name: 'Find dealers by name or key' }).fill('aspen');
    await page.getByText('ASP1', { exact: true }).first().waitFor();
    // The account is set up after the dialog has closed.
    await expect.poll(accountOf('aspen')).toMatch(/^Aspen Care \(\d+\)$/);
    await page.reload();
    await page.getByText('Aspen Care', { exact: true }).first().click();
    const edit = page.getByRole('dialog', { name: 'Aspen Care' });
    await edit.getByText(/Aspen Care \(\d+\) at AT&T/).waitFor();
    expect(await edit.getByLabel('Details').inputValue()).toBe(MARKUP);
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    await expectAccessible(page);
    await edit.getByLabel('City').fill('Aspen');
    await edit.getByLabel('City').press('Enter');
    await page.getByText('Dealer updated', { exact: true }).first().waitFor();
  });

  it('closes a dealer after a question, opens it again, and shows the portal as it', async () => {
    const page = await dealers();
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Actions for Northwind Oregon', exact: true }) });
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Northwind Oregon' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await choose('Close');
    const question = page.getByRole('alertdialog');
    await question.getByText(/signed out within a minute/).waitFor();
    await picture(page, 'dealer-close');
    await question.getByRole('button', { name: 'Close dealer' }).click();
    await row.getByText('Closed', { exact: true }).waitFor();
    await page.getByText('Closed above', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'dealers');
    await choose('Open again');
    await row.getByText('Active', { exact: true }).waitFor();
    await choose('Show as');
    await page
      .getByRole('button', { name: /Northwind Oregon/ })
      .first()
      .waitFor();
  });

  itInDepth("shows the server's message for a taken name, and keeps the typed text", async () => {
    const page = await dealers();
    await page.getByRole('button', { name: 'New dealer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dealer name').fill('cedar HOME care');
    await dialog.getByRole('button', { name: 'Create dealer' }).click();
    await dialog.getByText('Dealer name already exists', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Dealer name').inputValue()).toBe('cedar HOME care');
  });

  it('shows a message if the account cannot be created [P1-M37]', async () => {
    const page = await dealers();
    await page.route('**/api/jasperDealer', (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'UNAVAILABLE', message: 'Error creating dealer in Jasper.', issues: [], correlationId: 'x' },
      }),
    );
    await page.getByText('Northwind Coast', { exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Set up account' }).click();
    await page.getByText('Error creating dealer in Jasper.', { exact: true }).first().waitFor();
    await page.unroute('**/api/jasperDealer');
    await dialog.getByRole('button', { name: 'Set up account' }).click();
    await dialog.getByRole('button', { name: 'Update account' }).waitFor();
  });

  it('shows a message if the dealers cannot be read [P1-M12]', async () => {
    const page = await openPage({ as: ADMIN });
    await page.route('**/api/dealers*', (route) =>
      route.fulfill({
        status: 422,
        json: { code: 'INVALID', message: 'No', issues: [], correlationId: 'x' },
      }),
    );
    await page.goto('/dealers');
    await page.getByText('Error fetching dealers', { exact: true }).first().waitFor();
  });
});
