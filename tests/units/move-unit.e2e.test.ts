import { describe, expect, it } from 'vitest';
import { UnitEntity } from '#data/units/units.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

async function openUnit(UnitSerNum: string, as: string) {
  const page = await openPage({ as, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}` });
  await page.getByRole('heading', { name: UnitSerNum }).waitFor();
  return page;
}

describe('moving a unit to a sub-dealer on its page', () => {
  it('asks for the dealer, says what stays behind, and reports the move [P2-B60 P2-M55]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22 });
    const as = await newPerson({ first: 'Mona', last: 'Move', flags: ['UNIT_EDIT'] });
    const page = await openUnit(UnitSerNum, as);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to a sub-dealer' }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${UnitSerNum} to a sub-dealer` });
    const field = dialog.getByRole('combobox', { name: 'New dealer' });
    await field.click();
    await field.fill('oregon');
    await dialog
      .getByRole('option', { name: /Northwind Oregon/ })
      .first()
      .click();
    await expectAccessible(page);
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `move-unit-${look}`);
    }
    await dialog.getByRole('button', { name: 'Move unit' }).click();
    await page.getByText('Successfully moved unit to Northwind Oregon', { exact: true }).first().waitFor();
    const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    expect(data?.DealerKey).toBe(220);
  });

  it('is not offered to who only views units, and says why if there are no sub-dealers', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 2201 });
    const viewer = await newPerson({ first: 'Vera', last: 'View', flags: ['UNIT_VIEW', 'ADMIN'] });
    const page = await openUnit(UnitSerNum, viewer);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unit history' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Move to a sub-dealer' }).count()).toBe(0);

    const leaf = await newPerson({ first: 'Lea', last: 'Leaf', dealer: 2201, flags: ['UNIT_EDIT'] });
    const other = await openUnit(UnitSerNum, leaf);
    await other.getByRole('button', { name: 'More actions' }).click();
    const item = other.getByRole('menuitem', { name: 'Move to a sub-dealer' });
    expect(await item.getAttribute('aria-disabled')).toBe('true');
  });
});
