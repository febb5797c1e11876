import '../support/portal-table.ts';
import { describe, expect, it } from 'vitest';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { BulkActionRowEntity } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { expectAccessible, openPage, picture, signIn } from '../support/browser.ts';
import { askAs, newPerson, unitsSeenBy } from '../support/new-person.ts';

/** How long nothing has to happen to a bulk action before its open units can be taken up again. */
const STANDS_STILL = 15 * MINUTE;
/** The page asks again every 15 s beside its live connection. */
const NEXT_LOOK = { timeout: 35_000 };

describe('a bulk action that stands still', () => {
  it('offers to take up its open units without the page being loaded again, and finishes them', async () => {
    const person = await newPerson({ first: 'Bea', last: 'Stark', flags: ['UNIT', 'UNIT_EDIT', 'BULK_ACTIONS'] });
    const units = (await unitsSeenBy(person, 'MXD-LTE')).slice(0, 3).map(({ UnitSerNum }) => UnitSerNum);
    const order = { units, action: 'reporting', type: 'on', UnitModel: 'MXD-LTE' };
    const { bchKey } = await askAs<{ bchKey: string }>(person, 'POST', '/api/bulkAction', order);
    const stored = async () => (await BulkActionEntity.get({ bchKey }).go({ consistent: true })).data!;
    await expect.poll(async () => (await stored()).done, { timeout: 30_000 }).toBe(3);
    // What is left where a worker and its share were lost: one unit is open, and nothing has happened for almost a quarter of an hour.
    await BulkActionRowEntity.delete({ bchKey, UnitSerNum: units[2]! }).go();
    const movedAt = instant(Date.now() - STANDS_STILL + 12 * SECOND);
    await BulkActionEntity.patch({ bchKey }).set({ done: 2, movedAt }).go();

    const page = await openPage();
    await page.goto('/login');
    await signIn(page, person);
    await page.goto(`/reports/bulkChangeStatus/detail?id=${bchKey}`);
    await page.getByRole('heading', { name: 'Switch reporting on for 3 units' }).waitFor();
    const retry = page.getByRole('button', { name: 'Continue with open units' });
    await retry.waitFor();
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    await retry.hover();
    await page.getByRole('tooltip').filter({ hasText: 'Wait until the bulk action is finished' }).waitFor();
    await page.getByRole('gridcell', { name: 'To do' }).waitFor();
    let loads = 0;
    page.on('load', () => {
      loads++;
    });

    await expect.poll(() => retry.getAttribute('aria-disabled'), NEXT_LOOK).toBeNull();
    await page.getByText('Standing still').waitFor();
    expect(await page.getByText(/ left$/).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'bulk-action-standing-still');
    await retry.click();
    const updated = () => page.getByRole('gridcell', { name: 'Updated' }).count();
    await expect.poll(updated, { timeout: 30_000 }).toBe(3);
    await page.getByRole('button', { name: 'Try failed units again' }).waitFor();
    expect(loads).toBe(0);
  });
});
