import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS } from '#core/access.ts';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { ADMINISTRATOR, find, findNew, menuOf, NORTHWIND, openUsers, rowOf, stamp } from './users-page.ts';

describe('user management', () => {
  it('creates a user with the e-mail as user name, or another free name [P1-B25 P1-B26 P1-V09 P1-V10 P1-M38]', async () => {
    const page = await openUsers();
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/user')) sent.push(request.postDataJSON());
    });
    await page.getByRole('button', { name: 'Create user' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    await expectAccessible(page);
    await picture(page, 'users-create');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByText('A name is needed', { exact: true }).first().waitFor();
    expect(sent).toEqual([]);

    await dialog.getByLabel('First name').fill('Olga');
    await dialog.getByLabel('Last name').fill('Lind');
    await dialog.getByLabel(/^E-mail/).fill(NORTHWIND.toUpperCase());
    await dialog.getByText('Already exists', { exact: true }).waitFor();
    await dialog.getByText('Use the e-mail as the user name', { exact: true }).click();
    const name = `olga-${stamp}`;
    await dialog.getByLabel(/^User name/).fill('staff@oregon.example');
    await dialog.getByText('Already exists', { exact: true }).waitFor();
    const button = dialog.getByRole('button', { name: 'Create user' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Last name').press('Enter');
    await dialog.getByLabel(/^User name/).fill(name);
    await expect.poll(() => dialog.getByText('Already exists', { exact: true }).count()).toBe(0);
    await dialog.getByRole('switch', { name: 'Units (UNIT)' }).click();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User created', { exact: true }).first().waitFor();
    expect(sent).toMatchObject([{ UserName: name, access: { UNIT: true } }]);
    await find(page, name);
    await rowOf(page, name).waitFor();
  });

  it('edits a user and toggles access, with the effects of each toggle [P1-B27 P1-S20 P1-S21 P1-S22 P1-C10]', async () => {
    const page = await openUsers();
    const name = await findNew(page);
    await menuOf(page, name, 'Edit');
    const dialog = page.getByRole('dialog', { name: /^Edit/ });
    const toggle = (flag: string) => dialog.getByRole('switch', { name: new RegExp(`\\(${flag}\\)$`) });
    const isOn = async (flag: string) => (await toggle(flag).getAttribute('aria-checked')) === 'true';
    expect(await dialog.getByRole('switch').count()).toBe(ACCESS_FLAGS.length);
    await expectAccessible(page);
    await picture(page, 'users-edit');
    await toggle('UNIT_VIEW').click();
    await toggle('UNIT_EDIT').click();
    expect([await isOn('UNIT_VIEW'), await isOn('UNIT_EDIT')]).toEqual([false, true]);
    await toggle('UNIT_VIEW').click();
    expect([await isOn('UNIT_VIEW'), await isOn('UNIT_EDIT')]).toEqual([true, false]);
    await toggle('CONNECT_EDIT').click();
    expect(await isOn('CONNECT_VIEW')).toBe(true);
    // The administrator has no ENGINEER to grant.
    expect(await toggle('ENGINEER').getAttribute('aria-disabled')).toBe('true');
    await toggle('ENGINEER').click({ force: true });
    expect(await isOn('ENGINEER')).toBe(false);
    await dialog.getByLabel('Last name').fill('Forest');
    await dialog.getByRole('button', { name: 'Save user' }).click();
    await page.getByText('User updated', { exact: true }).first().waitFor();
    await rowOf(page, name)
      .filter({ hasText: /Nele Forest/ })
      .waitFor();

    await menuOf(page, name, 'Access');
    const access = page.getByRole('dialog', { name: /^Access of/ });
    await access.getByRole('switch', { name: /\(UNIT_VIEW\)$/, checked: true }).waitFor();
    expect(await access.getByRole('switch', { checked: true }).count()).toBe(3);
    await access.getByRole('switch', { name: /\(CONNECT_VIEW\)$/ }).click();
    await access.getByRole('button', { name: 'Save access' }).click();
    await page.getByText('Access updated', { exact: true }).first().waitFor();
    await menuOf(page, name, 'Access');
    await access.getByRole('switch', { name: /\(UNIT_VIEW\)$/, checked: true }).waitFor();
    expect(await access.getByRole('switch', { checked: true }).count()).toBe(1);
  });

  it('shows the access of a user with more rights, and why it cannot be changed [P1-B28 P1-C14]', async () => {
    const page = await openUsers(ADMINISTRATOR);
    await menuOf(page, 'engineer@watchkeep.example', 'Access');
    const dialog = page.getByRole('dialog', { name: /^Access of/ });
    await dialog.getByText('engineer@watchkeep.example. The user has more rights than you.', { exact: true }).waitFor();
    await dialog.getByRole('switch', { name: /\(ENGINEER\)$/, checked: true }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Save access' }).count()).toBe(0);
  });

  it('deletes a user after a confirmation, and shows the result [P1-M08 P1-M09 P1-M10 P1-C13]', async () => {
    const page = await openUsers();
    const name = await findNew(page);
    const remove = async () => {
      await menuOf(page, name, 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    };
    await page.route('**/api/user/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await remove();
    await page
      .getByText('User may not have been deleted properly. Please refresh page and check for the user.', {
        exact: true,
      })
      .waitFor();
    await page.unroute('**/api/user/*');
    await page.route('**/api/user/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 409,
            json: { code: 'CONFLICT', message: 'The user changed meanwhile', issues: [], correlationId: 'x' },
          })
        : route.continue(),
    );
    await remove();
    await page
      .getByText('User was not deleted properly. Please refresh the page and try again.', { exact: true })
      .waitFor();
    await page.unroute('**/api/user/*');
    await remove();
    await page.getByText('User Deleted', { exact: true }).waitFor();
    await expect.poll(() => rowOf(page, name).count()).toBe(0);
  });
});

describe('creating a user', () => {
  const createDialog = async (page: Page) => {
    await page.goto('/admin/UserManagement');
    await page.getByRole('button', { name: 'Create user' }).first().click();
    return page.getByRole('dialog', { name: 'Create user' });
  };

  it('with hidden customers passes that on, which the form shows as on and locked; missing flags are locked too [P1-B25]', async () => {
    const maker = await newPerson({
      first: 'Hilda',
      last: 'Moss',
      flags: ['ADMIN', 'UNIT', 'UNIT_EDIT', 'HIDE_CUSTOMER'],
    });
    const page = await openPage({ as: maker });
    const dialog = await createDialog(page);
    const toggle = (flag: string) => dialog.getByRole('switch', { name: new RegExp(`\\(${flag}\\)$`) });
    const hiding = toggle('HIDE_CUSTOMER');
    expect(await hiding.getAttribute('aria-checked')).toBe('true');
    expect(await hiding.getAttribute('aria-disabled')).toBe('true');
    // By keyboard, which shows the reason.
    await dialog.getByRole('switch', { name: /\(CUSTOMER_EDIT\)$/ }).focus();
    await page.keyboard.press('Tab');
    await page
      .getByRole('tooltip')
      .filter({ hasText: /^Customers are hidden from you, so users to whom you give access cannot see them either$/ })
      .waitFor();
    await page.keyboard.press('Space');
    expect(await hiding.getAttribute('aria-checked')).toBe('true');
    await expectAccessible(page);
    await picture(page, 'users-create-hiding');

    await dialog.getByRole('switch', { name: /\(PRODUCTION\)$/ }).focus();
    await page.keyboard.press('Tab');
    await page
      .getByRole('tooltip')
      .filter({ hasText: /^You do not have this access yourself$/ })
      .waitFor();
    await toggle('BILLING').click({ force: true });
    expect(await toggle('BILLING').getAttribute('aria-checked')).toBe('false');
    const free = await dialog.locator('[role=switch]:not([aria-disabled=true])').count();
    expect(free).toBe(['ADMIN', 'UNIT', 'UNIT_EDIT', 'UNIT_VIEW'].length);

    await toggle('UNIT').click();
    await dialog.getByLabel('First name').fill('Nia');
    await dialog.getByLabel('Last name').fill('Reed');
    const name = maker.replace('hilda', 'nia');
    await dialog.getByLabel(/^E-mail/).fill(name);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/user'));
    await dialog.getByRole('button', { name: 'Create user' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ access: { UNIT: true, HIDE_CUSTOMER: true } });
    await page.getByText('User created', { exact: true }).first().waitFor();
    await page.getByRole('row').filter({ hasText: name }).waitFor();
  });
});
