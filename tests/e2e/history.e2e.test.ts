import '../support/portal-table.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HOUR, SECOND } from '#core/time.ts';
import { AuditEntity, auditEntry } from '#data/audit/audit.ts';
import { expectAccessible, openPage, picture, signIn } from '../support/browser.ts';
import { newPerson, userKeyOf } from '../support/new-person.ts';

/** How many entries the server looks through in one go: ten pages, here of the smallest size. */
const LOOKED_THROUGH = 250;

async function signedIn(userName: string, path: string): Promise<Page> {
  const page = await openPage();
  await page.goto('/login');
  await signIn(page, userName);
  await page.goto(path);
  return page;
}

describe('the history of a user', () => {
  it('whose entry lies far back is looked through step by step', async () => {
    const person = await newPerson({ first: 'Lena', last: 'Farr', flags: ['ADMIN', 'UNIT'] });
    const user = await userKeyOf(person);
    const who = { userKey: user, userName: person, actor: { userKey: user, userName: person } };
    const now = Date.now();
    const change = { objectKind: 'unit', objectId: '400001', dealerKey: 22 } as const;
    await AuditEntity.put([
      auditEntry(who, { ...change, action: 'start reporting' }, now - HOUR),
      ...Array.from({ length: LOOKED_THROUGH + 10 }, (_, back) =>
        auditEntry(who, { ...change, action: 'switch reporting' }, now - back * SECOND),
      ),
    ]).go({ concurrency: 4 });

    const page = await signedIn(person, `/admin/audit?user=${user}&pageSize=25`);
    await page.getByText('Switch reporting').first().waitFor();
    await page.getByLabel('Search what was done').fill('start');
    await page.keyboard.press('Enter');
    await page.getByText('No change matches').waitFor();
    await page.getByText('No match so far.').waitFor();
    await expectAccessible(page);
    await picture(page, 'history-look-further-back');
    await page.getByRole('button', { name: 'Look further back' }).click();
    await page.getByText('Start reporting').first().waitFor();
    expect(await page.getByRole('button', { name: 'Look further back' }).count()).toBe(0);
    // And back again to where the search began.
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('No match so far.').waitFor();
  });
});

describe('how long ago something was', () => {
  it('goes on by itself, minute by minute', async () => {
    const person = await newPerson({ first: 'Minnie', last: 'Clock', flags: ['UNIT'] });
    const page = await openPage();
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
