import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openBrowser, openPage, picture, signIn } from '../support/browser.ts';
import { askAs, newPerson } from '../support/new-person.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const ROOT = 'admin@watchkeep.example';
/** More entries than the server looks through in one go: ten pages of the smallest size. */
const LOOKED_THROUGH = 250;

async function signedIn(userName: string, path: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto('/login');
  await signIn(page, userName);
  await page.goto(path);
  return page;
}

const keyOf = async (userName: string) =>
  (await askAs<{ items: { UserKey: string }[] }>(ROOT, 'GET', `/api/users/all?searchText=${userName}`)).items[0]!
    .UserKey;

describe('the history of a user', () => {
  it('whose entry lies far back is looked through step by step', async () => {
    const flags = ['ADMIN', 'UNIT', 'UNIT_EDIT', 'BULK_ACTIONS'] as const;
    const person = await newPerson({ first: 'Lena', last: 'Farr', dealer: 1, flags });
    // Switched as they are: other tests find the units as they were.
    for (const type of ['on', 'off'] as const) {
      const units = await unitsThatReport(type === 'on' ? 1 : 0);
      for (const [UnitModel, serials] of units)
        await askAs(person, 'POST', '/api/bulkChange', { units: serials, action: 'reporting', type, UnitModel });
    }
    const user = await keyOf(person);
    const path = `/api/audit/user/${user}?part=by&pageSize=1000`;
    const written = async () => (await askAs<{ items: unknown[] }>(ROOT, 'GET', path)).items.length;
    await expect.poll(written, { timeout: 60_000, interval: 1_000 }).toBeGreaterThan(LOOKED_THROUGH + 30);

    const page = await signedIn(person, `/admin/audit?user=${user}&pageSize=25`);
    await page.getByText('Switch reporting').first().waitFor();
    await page.getByLabel('Search what was done').fill('start');
    await page.keyboard.press('Enter');
    await page.getByText('No change fits').waitFor();
    await page.getByText('None of those looked through so far.').waitFor();
    await expectAccessible(page);
    await picture(page, 'history-look-further-back');
    await page.getByRole('button', { name: 'Look further back' }).click();
    await page.getByText('Start reporting on').first().waitFor();
    expect(await page.getByRole('button', { name: 'Look further back' }).count()).toBe(0);
    // And back again to where the search began.
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('None of those looked through so far.').waitFor();
  });
});

/** The serial numbers of units by model, of those that report, or those that do not. */
async function unitsThatReport(report: 0 | 1): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const UnitModel of ['MXD-LTE', 'myConnect', 'myConnect Air']) {
    const path = `/api/units/all?pageSize=1000&UnitModel=${encodeURIComponent(UnitModel)}`;
    const { items } = await askAs<{ items: { UnitSerNum: string; Report: number }[] }>(ROOT, 'GET', path);
    const serials = items.filter(({ Report }) => Report === report).map(({ UnitSerNum }) => UnitSerNum);
    if (serials.length > 0) found.set(UnitModel, serials);
  }
  return found;
}

describe('how long ago something was', () => {
  it('goes on by itself, minute by minute, and at once when the tab is looked at again', async () => {
    const person = await newPerson({ first: 'Minnie', last: 'Clock', flags: ['UNIT'] });
    const page = await openPage(browser);
    await page.clock.install();
    await page.goto('/login');
    await signIn(page, person);
    await page.goto('/userSettings');
    const session = page
      .getByRole('list', { name: 'Your sessions' })
      .getByRole('listitem')
      .filter({ hasText: 'This session' });
    await session.getByText(/signed in just now/).waitFor();
    let asked = 0;
    page.on('request', ({ url }) => {
      if (/sessions/i.test(url())) asked++;
    });
    await page.clock.runFor('01:20');
    await session.getByText(/signed in 1 min ago/).waitFor();
    await page.clock.runFor('01:00');
    await session.getByText(/signed in 2 min ago/).waitFor();
    // Told anew from what is known already.
    expect(asked).toBe(0);
  });
});
