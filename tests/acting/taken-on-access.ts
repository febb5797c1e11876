import type { Locator, Page } from 'playwright-core';
import { users } from '#core/users/contract.ts';
import { ask } from '#support/call.ts';
import { enter, enterWith, newPerson, userNamed } from '#support/page.ts';
import { aSession } from '#support/people.ts';

export interface People {
  taker: string;
  other: string;
}

/** An administrator, and a user whose access they may take on. */
export async function twoPeople(): Promise<People> {
  const taker = await newPerson({
    first: 'Tara',
    last: 'Quill',
    flags: ['ADMIN', 'UNIT', 'UNIT_EDIT', 'SIM'],
  });
  const other = await newPerson({ first: 'Otto', last: 'Brandt', dealer: 2202, flags: ['UNIT', 'UNIT_VIEW', 'ADMIN'] });
  return { taker, other };
}

export const barOf = (page: Page) => page.getByRole('region', { name: 'Access taken on' });
export const accountOf = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` });
export const endIsTold = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /You act as yourself again/ })
    .filter({ hasText: /Otto Brandt/ })
    .waitFor();

/** Confirms to take on the other's access, in the list of users. */
export async function askForAccess(page: Page, { taker, other }: People): Promise<void> {
  await enter(page, taker);
  await page.goto(`/admin/UserManagement?q=${encodeURIComponent(other)}`);
  await page.getByRole('button', { name: `Actions for ${other}` }).click();
  await page.getByRole('menuitem', { name: 'Set access as', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set access as' }).click();
}

/** Takes on the other's access as a person does; returns its bar. */
export async function takeOn(page: Page, people: People): Promise<Locator> {
  await askForAccess(page, people);
  await barOf(page).waitFor();
  return barOf(page);
}

/** Opens the portal in a session that has taken on the other's access already; returns its bar. */
export async function openActing(page: Page, { taker, other }: People): Promise<Locator> {
  const actor = await userNamed(taker);
  const { token } = await aSession(actor);
  const { UserKey } = await userNamed(other);
  const taken = await ask(users.setAccessAs, { userKeyAs: UserKey, currentUserKey: actor.UserKey, as: token });
  await enterWith(page, taken.token);
  await page.goto('/');
  await barOf(page).waitFor();
  return barOf(page);
}

/** How often the page loads within this time. */
export async function loadsWithin(page: Page, milliseconds: number): Promise<number> {
  let loads = 0;
  page.on('load', () => {
    loads++;
  });
  await page.waitForTimeout(milliseconds);
  return loads;
}
