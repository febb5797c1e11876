import { describe, expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { fleet, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const AT = '/devTools/massProfileUpdate';
const [one, two] = fleet.filter(({ UnitModel }) => UnitModel === 'MXD-LTE').map(({ UnitSerNum }) => UnitSerNum);
const wearable = fleet.find(({ UnitModel }) => UnitModel === 'myConnect')!.UnitSerNum;

describe('the mass profile update', () => {
  it('asks first, gives the profile to the units, and lists the outcome of each [P3-R43]', async () => {
    const page = await openPage({ as: ENGINEER, at: AT });
    await page.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('alert').getByText('Choose a profile', { exact: true }).waitFor();
    await page.getByLabel('Profile', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Serial numbers', { exact: true }).fill(`UnitSerNum\n${one}\n${two}, ${wearable} ${one}`);
    await page.getByText('3 serial numbers', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('row').filter({ hasText: wearable }).getByText('Refused', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: one! }).getByText('Updated', { exact: true }).waitFor();
    await page.getByText('The unit is a myConnect', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'mass-profiles');
  });

  it('names what is no serial number', async () => {
    const page = await openPage({ as: ENGINEER, at: AT, look: LOOKS.phone });
    await page.getByLabel('Profile', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Serial numbers', { exact: true }).fill('=HYPERLINK 400001');
    await page.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('alert').getByText('These are no serial numbers: HYPERLINK', { exact: true }).waitFor();
    await picture(page, 'mass-profiles-phone');
  });
});
