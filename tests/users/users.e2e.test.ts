import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPage } from '#support/page.ts';
import { ADMINISTRATOR, create, find, findNew, menuOf, NORTHWIND, openUsers, rowOf, stamp } from './users-page.ts';

describe('the list of users', () => {
  it('shows the users of the own tree, 25 to a page of 5, 10, 25, 50 or 100 [P1-R14 P1-B22 P1-K06 P1-C11]', async () => {
    const page = await openUsers();
    await rowOf(page, 'dealer@northwind.example').waitFor();
    expect(await page.getByText(/viewer@cedar\.example/).count()).toBe(0);
    const size = page.getByLabel('Rows per page');
    expect(await size.inputValue()).toBe('25');
    expect(await size.locator('option').allInnerTexts()).toEqual(['5', '10', '25', '50', '100']);
    await size.selectOption('5');
    await page.waitForURL(/pageSize=5/);
  });

  it('filters by status [P1-B23]', async () => {
    const page = await openUsers();
    const first = `Nele${stamp}`;
    const other = await findNew(page, { first });
    const name = await findNew(page, { first });
    await menuOf(page, name, 'Disable');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click();
    await page.getByText('User disabled', { exact: true }).first().waitFor();
    await find(page, first);
    await rowOf(page, other).waitFor();
    await page.getByRole('link', { name: 'Disabled' }).click();
    await page.waitForURL(/status=disabled/);
    await rowOf(page, name).waitFor();
    await expect.poll(() => rowOf(page, other).count()).toBe(0);
    await page.getByRole('link', { name: 'Enabled', exact: true }).click();
    await rowOf(page, other).waitFor();
    await expect.poll(() => rowOf(page, name).count()).toBe(0);
  });

  it('exports the users as CSV, with names that look like formulas neutralised [P1-B24]', async () => {
    const page = await openUsers();
    const name = await create(page, { first: '=HYPERLINK("http://evil.example")' });
    await find(page, '');
    await page.waitForURL(/UserManagement$/);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv).toContain(name);
    expect(csv).toContain('staff@oregon.example');
    expect(csv).toContain("'=HYPERLINK");
    expect(csv).not.toContain('cedar');
  });

  it('shows that the users cannot be read [P1-M13]', async () => {
    const page = await openUsers();
    await page.route('**/api/users/**', (route) =>
      route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'No', issues: [], correlationId: 'x' } }),
    );
    await page.getByRole('link', { name: 'Disabled' }).click();
    await page.getByText('Error fetching users', { exact: true }).waitFor();
  });

  it('offers the list of dealers only to dealer 1 [P1-A07 P1-C12]', async () => {
    const page = await openUsers(ADMINISTRATOR);
    await page.getByLabel('Dealer', { exact: true }).fill('Oregon');
    await page.getByRole('option', { name: /^Northwind Oregon/ }).click();
    await page.waitForURL(/dealer=220/);
    await rowOf(page, 'staff@oregon.example').waitFor();
    await expect.poll(() => rowOf(page, NORTHWIND).count()).toBe(0);
    const other = await openUsers(NORTHWIND);
    expect(await other.getByLabel('Dealer', { exact: true }).count()).toBe(0);
  });

  it('is hidden without ADMIN', async () => {
    const page = await openPage({ as: 'viewer@cedar.example', at: '/admin/UserManagement' });
    await page.waitForURL('/');
  });

  it('shows names that look like markup as text', async () => {
    const page = await openUsers();
    const name = await create(page, { first: '<img src=x onerror="document.title=1">', last: '<b>Bold</b>' });
    await rowOf(page, name).getByText('<img src=x onerror="document.title=1"> <b>Bold</b>', { exact: true }).waitFor();
    await menuOf(page, name, 'Delete');
    await page
      .getByRole('alertdialog')
      .getByText(/<b>Bold<\/b>/)
      .waitFor();
    expect(await page.title()).not.toBe('1');
  });

  it('works by keyboard alone', async () => {
    const page = await openUsers(NORTHWIND, '?q=staff');
    await rowOf(page, 'staff@oregon.example').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Edit/ });
    await dialog.waitFor();
    const toggle = dialog.getByRole('switch', { name: /\(CAREGIVER\)$/ });
    await toggle.focus();
    await page.keyboard.press('Space');
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
