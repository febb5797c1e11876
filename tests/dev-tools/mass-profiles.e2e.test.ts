import { describe, expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { fleet, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const AT = '/devTools/massProfileUpdate';
const [one, two] = fleet.filter(({ UnitModel }) => UnitModel === 'MXD-LTE').map(({ UnitSerNum }) => UnitSerNum);
const wearable = fleet.find(({ UnitModel }) => UnitModel === 'myConnect')!.UnitSerNum;

describe('the mass profile update', () => {
  it('says which units stay as they are, asks first, and starts a bulk action of the server [P3-R43]', async () => {
    const page = await openPage({ as: ENGINEER, at: AT });
    await page.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('alert').getByText('Choose a profile', { exact: true }).waitFor();
    await page.getByLabel('Profile', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Serial numbers', { exact: true }).fill(`UnitSerNum\n${one}\n${two}, ${wearable} ${one}`);
    await page.getByText('3 serial numbers', { exact: true }).waitFor();
    const kept = page.getByRole('region', { name: 'Units left as they are', exact: true });
    const refused = kept.getByRole('listitem').filter({ hasText: wearable });
    await refused.getByText('The unit is a myConnect, not a MXD-LTE', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'mass-profiles');
    await page.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Update profiles' }).click();
    await page.getByText(/a list of 3 serial numbers · started by/).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/bulk/i);
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await expectAccessible(page);
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
