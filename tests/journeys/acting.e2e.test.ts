import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from '#support/browser.ts';
import { openPage } from '#support/portal-page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const NORTHWIND = 'dealer@northwind.example';

async function openUsers(): Promise<Page> {
  const page = await openPage();
  await page.goto('/admin/UserManagement');
  await page.waitForURL(/\/login/);
  await signIn(page, NORTHWIND, /\/admin\/UserManagement/);
  return page;
}

const menuOf = async (page: Page, userName: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${userName}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

const find = (page: Page, text: string) => page.getByPlaceholder('Name, user name or e-mail').fill(text);

describe('access that is taken on', () => {
  it('is announced on every screen, with both names and the way out [P1-B29 P1-C16]', async () => {
    const page = await openUsers();
    await find(page, 'staff@oregon.example');
    await menuOf(page, 'staff@oregon.example', 'Set access as');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Set access as' }).click();
    const bar = page.getByRole('region', { name: 'Access taken on' });
    await bar.waitFor();
    expect(await bar.textContent()).toMatch(
      /Nora Whitfield acts with the access of Owen Redding \(staff@oregon.example\) until/,
    );
    // What only administrators may is gone, here and on a screen opened by its address.
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await page.goto('/unitManagement');
    await bar.waitFor();
    await page.getByRole('button', { name: /^Account of Owen Redding/ }).waitFor();
    await expectAccessible(page);
    await picture(page, 'acting-light');
    const [other] = [await page.context().newPage()];
    await other.goto('/unitManagement');
    await other.getByRole('region', { name: 'Access taken on' }).waitFor();

    await bar.getByRole('button', { name: 'Exit' }).click();
    await page.getByRole('button', { name: /^Account of Nora Whitfield/ }).waitFor();
    expect(await bar.count()).toBe(0);

    await page.goto('/admin/UserManagement');
    await find(page, 'staff@oregon.example');
    await menuOf(page, 'staff@oregon.example', 'History');
    await page.getByRole('link', { name: 'Changes of the user' }).click();
    await page.getByText('Take on access').first().waitFor();
    await page.getByText('Give back access').first().waitFor();
  });
});
