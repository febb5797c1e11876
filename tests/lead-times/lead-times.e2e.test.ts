import { describe, expect, it } from 'vitest';
import { LeadTimeEntity } from '#data/lead-times/lead-times.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const openLeadTimes = () => openPage({ as: 'engineer@watchkeep.example', at: '/leadTimeMng' });

describe('the lead times page', () => {
  it('adds, edits and deletes lines; the next line starts after the last one [P1-R24 P1-B71 P1-B72 P1-B73 P1-V27]', async () => {
    const page = await openLeadTimes();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await button('Edit MXD-LTE, 501 to 5000').waitFor();

    await button('Add lead time').click();
    await dialog.getByLabel('Product').fill('mxd-lte');
    expect(await dialog.getByLabel('From quantity').inputValue()).toBe('5001');
    expect(await dialog.getByLabel('Part number').inputValue()).toBe('71-0122');
    await dialog.getByLabel('To quantity').fill('9000');
    await dialog.getByLabel('Days until it ships').fill('60');
    await expectAccessible(page);
    await picture(page, 'lead-time-new');
    await dialog.getByRole('button', { name: 'Add lead time', exact: true }).click();

    await button('Edit MXD-LTE, 5001 to 9000').click();
    await dialog.getByLabel('From quantity').fill('5003');
    await dialog.getByRole('button', { name: 'Save lead time', exact: true }).click();
    await dialog.getByText('MXD-LTE would have no lead time for quantities 5001 to 5002', { exact: true }).waitFor();
    await dialog.getByLabel('From quantity').fill('5001');
    await dialog.getByLabel('To quantity').fill('9999');
    await dialog.getByRole('button', { name: 'Save lead time', exact: true }).click();

    await button('Delete MXD-LTE, 5001 to 9999').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete lead time', exact: true }).click();
    await button('Edit MXD-LTE, 5001 to 9999').waitFor({ state: 'detached' });
  });

  itInDepth('shows what somebody else saved meanwhile, and then accepts a change of it', async () => {
    const page = await openLeadTimes();
    const edit = page.getByRole('button', { name: 'Edit MYCONNECT, 501 to 5000', exact: true });
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save lead time', exact: true });
    await edit.waitFor();
    await LeadTimeEntity.patch({ DealerKey: 1, id: 'MYCONNECT-3' }).set({ DaysOut: 31, version: 2 }).go();
    // The key of the row presses its button.
    await page.getByRole('row').filter({ has: edit }).press('e');
    await dialog.getByLabel('Days until it ships').fill('33');
    await save.click();
    await page
      .getByText(/^Somebody else changed the lead time meanwhile/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('row').filter({ hasText: /501/ }).getByText('31', { exact: true }).waitFor();
    await edit.click();
    expect(await dialog.getByLabel('Days until it ships').inputValue()).toBe('31');
    await dialog.getByLabel('Days until it ships').fill('33');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('shows that the lead times could not be read [P1-M19]', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example' });
    await page.route('**/api/leadTime?*', (route) => route.abort());
    await page.goto('/leadTimeMng');
    await page.getByText('Could not fetch lead times', { exact: true }).first().waitFor();
  });
});
