import { describe, expect, it } from 'vitest';
import { unitStore } from '#data/units/units.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';

const open = async (flags: ('ENGINEER' | 'UNIT' | 'ADMIN')[], dealer = 1) =>
  openPage({ as: await newPerson({ first: 'Kim', last: 'Example', flags, dealer }), at: '/devTools/repair' });

describe('the repair page', () => {
  it('shows the unit of a serial number [P3-R40]', async () => {
    const { UnitSerNum, IMEI } = await aUnit({ dealer: 220 });
    const page = await open(['ENGINEER']);
    await page.getByRole('textbox', { name: 'Serial number of a unit' }).fill(UnitSerNum);
    await page.getByText(IMEI, { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'repair');
  });

  it('swaps the board of a unit after a question that says what follows [P3-C71]', async () => {
    const unit = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const inUse = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const spare = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', UnitStatus: 5 });
    const page = await open(['ENGINEER']);
    await page.getByRole('textbox', { name: 'Serial number of a unit' }).fill(unit.UnitSerNum);
    await page.getByRole('button', { name: 'Swap the board', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Swap the board of ${unit.UnitSerNum}` });
    const serial = dialog.getByRole('textbox', { name: 'Serial number of the spare unit' });
    await serial.fill(inUse.UnitSerNum);
    await dialog.getByText('The board is not free: its unit is in service', { exact: true }).first().waitFor();
    await serial.fill(spare.UnitSerNum);
    await dialog.getByText(spare.IMEI, { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'repair-swap');
    await dialog.getByRole('button', { name: 'Swap the boards', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/The secrets of both units are withdrawn/).waitFor();
    await acknowledge(question);
    await picture(page, 'repair-swap-question');
    await Promise.all([
      page.getByText('The boards were swapped', { exact: true }).first().waitFor(),
      question.getByRole('button', { name: 'Swap the boards', exact: true }).click(),
    ]);
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(spare.IMEI, { exact: true }).first().waitFor();
    expect((await unitStore.get({ dealerPath: '/1/' }, unit.UnitSerNum)).IMEI).toBe(spare.IMEI);
  });

  itInDepth('adds and deletes a developer SIM', async () => {
    const page = await open(['ENGINEER']);
    const ICCID = '89011702278145369999';
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add developer SIM', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'ICCID', exact: false }).fill(ICCID);
    await dialog.getByRole('button', { name: 'Add developer SIM', exact: true }).click();
    await page.getByRole('button', { name: `Delete ${ICCID}`, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete developer SIM', exact: true }).click();
    await page.getByRole('button', { name: `Delete ${ICCID}`, exact: true }).waitFor({ state: 'detached' });
  });

  itInDepth('lets engineers of the root dealer only keep developer SIMs', async () => {
    const page = await open(['ENGINEER'], 22);
    await page.getByRole('button', { name: 'Add developer SIM', exact: true }).hover();
    await page.getByText('Only engineers of the root dealer keep developer SIMs', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: /^Delete / }).count()).toBe(0);
  });

  it('opens for engineers only: others are sent to the dashboard [P3-R40]', async () => {
    const page = await open(['UNIT', 'ADMIN']);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
