import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AccessFlag } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { AuditEntity, auditEntry } from '#data/audit/audit.ts';
import { listEntry } from '#data/audit/audit-lines.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { ownActor } from '#data/users/user-changes.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { scopeOf } from '#support/world.ts';

const NORTHWIND = 'dealer@northwind.example';

/** The number of entries that the server reads per request: ten pages, here of the smallest size. */
const LOOKED_THROUGH = 250;

describe('the audit of a user', () => {
  itInDepth('is searched step by step for an old entry', async () => {
    const person = await newPerson({ first: 'Lena', last: 'Farr', flags: ['ADMIN', 'UNIT'] });
    const { UserKey: user } = await userNamed(person);
    const who = ownActor(await userNamed(person));
    const now = Date.now();
    const change = { objectKind: 'unit', objectId: '400001', dealerKey: 22 } as const;
    await AuditEntity.put([
      auditEntry(who, { ...change, action: 'give secret' }, now - HOUR),
      ...Array.from({ length: LOOKED_THROUGH + 10 }, (_, back) =>
        auditEntry(who, { ...change, action: 'switch reporting', after: { Report: 1 } }, now - back * SECOND),
      ),
    ]).go({ concurrency: 4 });

    const page = await openPage({ as: person, at: `/admin/audit?user=${user}&pageSize=25` });
    await page.getByText('Lena Farr switched reporting on for 400001', { exact: true }).first().waitFor();
    await chooseAction(page, 'Give secret');
    await page.getByText('No match so far', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'history-look-further-back');
    await page.getByRole('button', { name: 'Look further back' }).click();
    await page.getByText('Lena Farr gave 400001 a secret', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Look further back' }).count()).toBe(0);
    // Back to the start of the search.
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('No match so far', { exact: true }).waitFor();
  });
});

const rowOf = (page: Page, sentence: string) =>
  page.getByRole('row').filter({ has: page.getByText(sentence, { exact: true }) });

async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('combobox', { name: 'What was done' }).fill(action);
  await page.getByRole('option', { name: action, exact: true }).click();
}

describe('the audit', () => {
  it('shows in sentences who changed what, has filters, and leads to the audit of one object', async () => {
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
    await ask(users.edit, { UserKey: user.UserKey, UserLastName: 'Meadow', access: { UNIT: true }, as });
    const page = await openPage({ as: NORTHWIND, at: '/admin/audit?below=no' });
    const actor = fullNameOf(as);
    const entry = rowOf(page, `${actor} changed the user Nele Meadow`);
    await entry.waitFor();
    expect(await entry.textContent()).toContain('Last name: Wood → Meadow · Access: Units: Off → On');
    await expectAccessible(page);
    await picture(page, 'audit');
    await entry.getByRole('link', { name: 'Nele Meadow' }).click();
    await page.getByRole('heading', { name: 'History of Nele Meadow' }).waitFor();
    const created = rowOf(page, `${actor} created the user Nele Wood`);
    await created.waitFor();
    await chooseAction(page, 'Change user');
    await expect.poll(() => created.count()).toBe(0);
    await page
      .getByRole('row')
      .filter({ hasText: /Meadow/ })
      .click();
    const whole = page.getByRole('dialog', { name: 'Change user' });
    await whole.getByRole('columnheader', { name: 'Before' }).waitFor();
    await whole.getByRole('row', { name: 'Last name Wood Meadow', exact: true }).waitFor();
    await whole.getByText(`${actor} (${NORTHWIND})`, { exact: true }).waitFor();
    await picture(page, 'audit-entry');
    await page.keyboard.press('Escape');
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-02');
    await page.getByText('No change matches', { exact: true }).waitFor();
  });

  itInDepth('says who issued the link of a session in which something was done', async () => {
    const who = ownActor(await userNamed(await newPerson({ first: 'Olga', last: 'Olsen' })));
    const enteredBy = { userKey: 'ann', userName: 'ann@northwind.example', fullName: 'Ann Lee' };
    const change = { objectKind: 'unit', objectId: '400001', dealerKey: 22, action: 'give secret' } as const;
    const entry = auditEntry({ ...who, enteredBy }, change, Date.now());
    await AuditEntity.put(entry).go();
    await listEntry(entry);
    const page = await openPage({ as: NORTHWIND, at: '/admin/audit?below=no' });
    await rowOf(page, 'Olga Olsen (by a link of Ann Lee) gave 400001 a secret').click({ position: { x: 20, y: 10 } });
    const whole = page.getByRole('dialog', { name: 'Give secret' });
    await whole.getByText('Signed in by a link of', { exact: true }).waitFor();
    await whole.getByText('Ann Lee (ann@northwind.example)', { exact: true }).waitFor();
  });

  itInDepth('shows the dealers below, and a bulk action as one line that opens to its units', async () => {
    const flags: AccessFlag[] = ['UNIT', 'UNIT_EDIT', 'BULK_ACTIONS'];
    const as = await userNamed(await newPerson({ first: 'Bea', last: 'Bulk', dealer: 220, flags }));
    const unit = await aUnit({ dealer: 220, Report: 1 });
    const { bchKey } = await ask(bulkActions.create, {
      units: [unit.UnitSerNum],
      action: 'reporting',
      type: 'off',
      UnitModel: unit.UnitModel,
      as,
    });
    const bulkAction = await bulkActionStore.get(scopeOf(as), bchKey);
    const outcome = { bulkAction, UnitSerNum: unit.UnitSerNum, now: Date.now() };
    await bulkActionRowStore.switchReporting(outcome, scopeOf(as), unit);
    const { data } = await AuditEntity.query.byObject({ objectKind: 'bulkAction', objectId: bchKey }).go();
    await listEntry(data[0]!);

    const page = await openPage({ as: NORTHWIND, at: '/admin/audit' });
    const line = rowOf(page, 'Bea Bulk started to switch reporting off for 1 unit');
    await line.waitFor();
    expect(await line.textContent()).toContain('Northwind Oregon');
    expect(await page.getByText(`switched reporting off for ${unit.UnitSerNum}`, { exact: true }).count()).toBe(0);
    await line.click({ position: { x: 20, y: 10 } });
    const opened = page.getByRole('dialog', { name: 'Start reporting off' });
    await opened.getByText(`Bea Bulk switched reporting off for ${unit.UnitSerNum}`, { exact: true }).waitFor();
    await picture(page, 'audit-bulk-action');
    await page.keyboard.press('Escape');
    await page.getByText('With its sub-dealers', { exact: true }).click();
    await expect.poll(() => line.count()).toBe(0);
  });

  itInDepth('has whole filters on a phone, in a line that scrolls', async () => {
    const page = await openPage({ as: NORTHWIND, look: LOOKS.phone, at: '/admin/audit' });
    for (const name of ['What was done', 'Dealer']) {
      const box = await page.getByRole('combobox', { name, exact: true }).boundingBox();
      expect(box!.width, name).toBeGreaterThan(150);
    }
    await picture(page, 'audit-phone-filters');
  });

  itInDepth('can be exported as CSV', async () => {
    const page = await openPage({ as: NORTHWIND, at: '/admin/audit?below=no' });
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    const [header] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(header!.replace('\uFEFF', '')).toBe(
      '"When","What happened","Who","User name","Acting as","Action","Object","Before","After","Dealer"',
    );
  });
});
