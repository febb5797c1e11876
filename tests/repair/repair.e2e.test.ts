import { describe, expect, it } from 'vitest';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const open = async (flags: ('ENGINEER' | 'UNIT' | 'ADMIN')[]) =>
  openPage({ as: await newPerson({ first: 'Kim', last: 'Example', flags, dealer: 1 }), at: '/devTools/repair' });

describe('the repair page', () => {
  it('shows the unit of a serial number [P3-R40]', async () => {
    const { UnitSerNum, IMEI } = await aUnit({ dealer: 220 });
    const page = await open(['ENGINEER']);
    await page.getByRole('textbox', { name: 'Serial number of a unit' }).fill(UnitSerNum);
    await page.getByText(IMEI, { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'repair');
  });

  it('adds and deletes a developer SIM', async () => {
    const page = await open(['ENGINEER']);
    const ICCID = '89011702278145369999';
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add developer SIM', exact: true }).first().click();
    await dialog.getByRole('textbox', { name: 'ICCID', exact: false }).fill(ICCID);
    await dialog.getByRole('button', { name: 'Add developer SIM', exact: true }).click();
    await page.getByRole('button', { name: `Delete ${ICCID}`, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete developer SIM', exact: true }).click();
    await page.getByRole('button', { name: `Delete ${ICCID}`, exact: true }).waitFor({ state: 'detached' });
  });

  it('opens for engineers only: others are sent to the dashboard [P3-R40]', async () => {
    const page = await open(['UNIT', 'ADMIN']);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
