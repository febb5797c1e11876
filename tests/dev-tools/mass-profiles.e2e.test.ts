import { describe, expect, it } from 'vitest';
import { profiles } from '#core/profiles/contract.ts';
import { PT_ENABLED } from '#core/profiles/profile.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { fleet, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const AT = '/devTools/massProfileUpdate';
const [one, two] = fleet.filter(({ UnitModel }) => UnitModel === 'MXD-LTE').map(({ UnitSerNum }) => UnitSerNum);
const wearable = fleet.find(({ UnitModel }) => UnitModel === 'myConnect')!.UnitSerNum;

/** The keys of the disabled profiles of the model, as the server lists them. */
async function disabledProfiles(): Promise<string[]> {
  const as = await userNamed(ENGINEER);
  const lists = await Promise.all(
    (['own', 'standard'] as const).map((flag) =>
      ask(profiles.list, { UnitModel: 'MXD-LTE', flag, pageSize: 1000, as }),
    ),
  );
  return lists
    .flatMap(({ items }) => items)
    .filter(({ PTStatus }) => PTStatus !== PT_ENABLED)
    .map(({ ProfileKey }) => String(ProfileKey));
}

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
    await page.getByRole('heading', { name: 'It leaves 1 unit as it is', exact: true }).waitFor();
    await refused.getByText('The unit is a myConnect, not a MXD-LTE', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'mass-profiles');
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?', exact: true });
    await leave.getByText('Not saved: Serial numbers.', { exact: true }).waitFor();
    await leave.getByRole('button', { name: 'Stay', exact: true }).click();
    await leave.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Update profiles' }).click();
    const question = page.getByRole('alertdialog');
    const changed = question.getByRole('list', { name: 'It changes at most 2 units', exact: true });
    await expect.poll(() => changed.getByRole('listitem').allTextContents()).toEqual([one, two]);
    await question.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByText(/a list of 3 serial numbers · started by/).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/bulk/i);
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('offers no disabled profile, and starts nothing for units that it does not fit', async () => {
    const page = await openPage({ as: ENGINEER, at: AT });
    const field = page.getByLabel('Profile', { exact: true });
    await field.selectOption({ index: 1 });
    const disabled = await disabledProfiles();
    expect(disabled.length).toBeGreaterThan(0);
    const offered = await field
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(offered.length).toBeGreaterThan(1);
    expect(offered.filter((value) => disabled.includes(value))).toEqual([]);
    await page.getByLabel('Serial numbers', { exact: true }).fill(wearable);
    await page.getByRole('region', { name: 'Units left as they are', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('alert').getByText('The profile fits none of these units', { exact: true }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  itInDepth('names what is no serial number', async () => {
    const page = await openPage({ as: ENGINEER, at: AT, look: LOOKS.phone });
    await page.getByLabel('Profile', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Serial numbers', { exact: true }).fill('=HYPERLINK 400001');
    await page.getByRole('button', { name: 'Update profiles' }).click();
    await page.getByRole('alert').getByText('These are no serial numbers: HYPERLINK', { exact: true }).waitFor();
    await picture(page, 'mass-profiles-phone');
  });
});
