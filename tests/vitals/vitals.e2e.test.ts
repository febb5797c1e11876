import { describe, expect, it } from 'vitest';
import { UnitEntity } from '#data/units/units.ts';
import { aUnit } from '#support/fleet.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

describe('the vitals of a unit', () => {
  it('are linked to a patient and unlinked, and a failure keeps the choice [P2-B64 P2-B70 P2-M10 P2-M54]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const stored = async () => (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;
    const page = await openPage({
      as: 'engineer@watchkeep.example',
      at: `/unitManagement/unitEdit?Unit=${UnitSerNum}`,
    });
    const dialog = page.getByRole('dialog');
    const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
    await page.route('**/api/vitals/addVitalsPatient', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Vitals…', exact: true }).click();
    await dialog.getByText('The unit is not linked to a patient.', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Link a patient' }).click();
    const note = '1 patient cannot be shown: the vitals portal sent no ID, name or portal that can be read.';
    await dialog.getByText(note, { exact: true }).waitFor();
    await dialog.getByRole('combobox', { name: 'Patient' }).fill('example');
    await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
    await dialog.getByRole('option', { name: 'Rose Example (P-1001) at Example Vitals', exact: true }).click();
    await expectAccessible(page);
    await picture(page, 'unit-vitals-patient');
    await dialog.getByRole('button', { name: 'Link patient' }).click();
    await toast('Error Updating Vitals Portal');
    expect((await stored()).vitalsPatient).toBeUndefined();
    await dialog.getByRole('button', { name: 'Link patient' }).click();
    await toast('Vitals Portal Updated');
    await dialog.getByText('The unit is linked to patient P-1001 at Example Vitals.', { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ vitalsPatient: 'P-1001', vitalsPortal: 'Example Vitals' });
    await picture(page, 'unit-vitals');
    await dialog.getByRole('button', { name: 'Remove link' }).click();
    await dialog.getByText('The unit is not linked to a patient.', { exact: true }).waitFor();
    await expect.poll(async () => (await stored()).vitalsPatient).toBe('');
  });
});
