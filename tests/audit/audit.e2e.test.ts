import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HOUR, SECOND } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import { AuditEntity, auditEntry } from '#data/audit/audit.ts';
import { ask } from '#support/call.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const NORTHWIND = 'dealer@northwind.example';

/** The number of entries that the server reads per request: ten pages, here of the smallest size. */
const LOOKED_THROUGH = 250;

describe('the audit of a user', () => {
  it('is searched step by step for an old entry', async () => {
    const person = await newPerson({ first: 'Lena', last: 'Farr', flags: ['ADMIN', 'UNIT'] });
    const { UserKey: user } = await userNamed(person);
    const who = { userKey: user, userName: person, actor: { userKey: user, userName: person } };
    const now = Date.now();
    const change = { objectKind: 'unit', objectId: '400001', dealerKey: 22 } as const;
    await AuditEntity.put([
      auditEntry(who, { ...change, action: 'start reporting' }, now - HOUR),
      ...Array.from({ length: LOOKED_THROUGH + 10 }, (_, back) =>
        auditEntry(who, { ...change, action: 'switch reporting' }, now - back * SECOND),
      ),
    ]).go({ concurrency: 4 });

    const page = await openPage({ as: person, at: `/admin/audit?user=${user}&pageSize=25` });
    await page.getByText('Switch reporting', { exact: true }).first().waitFor();
    await page.getByLabel('Search what was done').fill('start');
    await page.keyboard.press('Enter');
    await page.getByText('No change matches', { exact: true }).waitFor();
    await page.getByText('No match so far.', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'history-look-further-back');
    await page.getByRole('button', { name: 'Look further back' }).click();
    await page.getByText('Start reporting', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Look further back' }).count()).toBe(0);
    // Back to the start of the search.
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('No match so far.', { exact: true }).waitFor();
  });
});

describe('the audit', () => {
  it('shows who changed what, has filters, and leads to the audit of one object', async () => {
    const as = await userNamed(NORTHWIND);
    const name = 'nele.wood@northwind.example';
    const given = {
      UserName: name,
      UserEmail: name,
      UserFirstName: 'Nele',
      UserLastName: 'Wood',
      DealerKey: 22,
      access: {},
    };
    const { user } = await ask(users.create, { ...given, as });
    await ask(users.edit, { UserKey: user.UserKey, UserLastName: 'Meadow', as });
    const page = await openPage({ as: NORTHWIND, at: '/admin/audit' });
    const entry = page.getByRole('row').filter({ hasText: /UserLastName: Wood → Meadow/ });
    await entry.waitFor();
    expect(await entry.textContent()).toContain(NORTHWIND);
    await entry.getByRole('link', { name: `User ${name}` }).click();
    await page.getByRole('heading', { name: `History of ${name}` }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: /Create user/ })
      .waitFor();
    await page.getByLabel('Search what was done').fill('change');
    await page.keyboard.press('Enter');
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .filter({ hasText: /Create user/ })
          .count(),
      )
      .toBe(0);
    await page
      .getByRole('row')
      .filter({ hasText: /Meadow/ })
      .click();
    const whole = page.getByRole('dialog', { name: 'Change user' });
    await whole
      .getByRole('row')
      .filter({ hasText: /Meadow/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-02');
    await page.getByText('No change matches', { exact: true }).waitFor();
  });

  it('can be exported as CSV', async () => {
    const page = await openPage({ as: NORTHWIND, at: '/admin/audit' });
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    const [header] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(header!.replace('\uFEFF', '')).toBe('"When","Who","Acting as","Action","Object","Before","After","Dealer"');
  });
});
