import type { Page } from 'playwright-core';
import { newPerson, openPage } from '#support/page.ts';

export const ADMINISTRATOR = 'admin@watchkeep.example';
export const NORTHWIND = 'dealer@northwind.example';

export async function openUsers(userName = NORTHWIND, search = ''): Promise<Page> {
  const page = await openPage({ as: userName, at: `/admin/UserManagement${search}` });
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  return page;
}

export const rowOf = (page: Page, userName: string) => page.getByRole('row').filter({ hasText: userName });
export const menuOf = async (page: Page, userName: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${userName}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
/** Other tests create users too, so the new one may not be on the first page. */
export const find = (page: Page, text: string) => page.getByPlaceholder('Name, user name or e-mail').fill(text);
let count = 0;
export const stamp = Date.now().toString(36);

/** Creates a user with the form, finds them, and returns their user name. */
export async function create(page: Page, { first = 'Nele', last = 'Wood' } = {}): Promise<string> {
  const email = `new-${stamp}-${++count}@northwind.example`;
  await page.getByRole('button', { name: 'Create user' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await dialog.getByLabel('First name').fill(first);
  await dialog.getByLabel('Last name').fill(last);
  await dialog.getByLabel(/^E-mail/).fill(email);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await page.getByText('User created', { exact: true }).first().waitFor();
  await find(page, email);
  await rowOf(page, email).waitFor();
  return email;
}

/** Finds a user who was created elsewhere; returns their user name. */
export async function findNew(page: Page, { first = 'Nele', last = 'Wood' } = {}): Promise<string> {
  const name = await newPerson({ first, last });
  await find(page, name);
  await rowOf(page, name).waitFor();
  return name;
}
