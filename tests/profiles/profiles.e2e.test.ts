import { describe, expect, it } from 'vitest';
import { profiles } from '#core/profiles/contract.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const DEALER = 'dealer@northwind.example';

const editorOf = (model: 'MXD-LTE' | 'myConnect', unitFirmVer: string) =>
  `/profiles/editProfile?${new URLSearchParams({
    unitModel: model,
    profile: String(standardProfileKey(model, 'Standard')),
    unitFirmVer,
  })}`;
const openEditor = (as = ENGINEER, at = editorOf('MXD-LTE', '2.2.0.0.5')) => openPage({ as, at });

describe('the list of profiles', () => {
  it('has a tab for each model, and settings of its columns [P2-R05 P2-B86 P2-B90]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/profiles?UnitModel=myConnect' });
    const row = page
      .getByRole('row')
      .filter({ hasText: /myConnect Two-way voice/ })
      .first();
    await row.waitFor();
    await page.getByRole('link', { name: 'MXD-LTE', exact: true }).click();
    await page
      .getByRole('row')
      .filter({ hasText: /MXD-LTE Spanish/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'myConnect Air', exact: true }).click();
    await page
      .getByRole('row')
      .filter({ hasText: /myConnect Air Standard/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'profiles');
    await page.getByRole('button', { name: 'Table settings', exact: true }).click();
    await page.getByRole('dialog').getByText('Unit ID length', { exact: true }).waitFor();
  });

  it('enables and disables a profile [P2-B87 P2-M71]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/profiles' });
    const toggle = page.getByRole('switch', { name: 'Enable MXD-LTE Spanish, 2.2.0.0.5', exact: true });
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await toggle.click();
    await page.getByText('Status Updated', { exact: true }).first().waitFor();
    await page.locator('[role=switch][aria-checked=false][aria-label="Enable MXD-LTE Spanish, 2.2.0.0.5"]').waitFor();
  });

  it('opens a profile, and with Ctrl or Command in a new tab [P2-B88 P2-B89 P2-R06]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/profiles' });
    const edit = page.getByRole('link', { name: 'Edit MXD-LTE Standard, 2.2.0.0.5', exact: true });
    await edit.waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      edit.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.waitForURL(/\/profiles\/editProfile\?unitModel=MXD-LTE&profile=\d+&unitFirmVer=2\.2\.0\.0\.5$/);
    await tab.close();
    expect(page.url()).toMatch(/\/profiles$/);
    await edit.click();
    await page.getByRole('heading', { name: 'MXD-LTE Standard', exact: true }).waitFor();
  });

  itInDepth('leads a dealer without profiles to the standard ones, which it cannot change', async () => {
    const page = await openPage({ as: DEALER, at: '/profiles?UnitModel=myConnect' });
    await page.getByText('No myConnect profile of your own yet', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show the standard profiles', exact: true }).click();
    const toggle = page.getByRole('switch', { name: 'Enable myConnect Standard, 4.2.31.3.7', exact: true });
    await toggle.waitFor();
    expect(await toggle.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the editor of a profile', () => {
  it('shows the settings in tabs, with tooltips [P2-B91 P2-B95]', async () => {
    const page = await openEditor();
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await tab('Sound').click();
    await page.getByLabel('Speaker volume', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'About Speaker volume', exact: true }).focus();
    await page
      .getByRole('tooltip')
      .filter({ hasText: /Usual: 5\. From 1 to 9\./ })
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'profile-settings');
    await tab('Sound').press('ArrowRight');
    await page.getByText('Vibration', { exact: true }).waitFor();
  });

  it('steps a number by 3 or 1, and refuses a step beyond its bounds [P2-V15 P2-V16 P2-V17 P2-M47 P2-M48 P2-K18]', async () => {
    const page = await openEditor();
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    const press = (name: string, times = 1) =>
      page.getByRole('button', { name, exact: true }).click({ clickCount: times });
    const shownValue = (name: string) => page.getByLabel(name, { exact: true }).inputValue();
    await press('Increase Speaker volume');
    expect(await shownValue('Speaker volume')).toBe('6');
    await press('Decrease Decibel shift');
    expect(await shownValue('Decibel shift')).toBe('-3');
    for (let presses = 0; presses < 4; presses++) await press('Increase Speaker volume');
    await page.getByText('Value must be 9 or smaller', { exact: true }).waitFor();
    await page.getByLabel('Microphone volume', { exact: true }).fill('1');
    await press('Decrease Microphone volume');
    await page.getByText('Value must be 1 or bigger', { exact: true }).waitFor();
  });

  it('edits a mask as named bits, by the firmware [P2-B93 P2-V34 P2-V35 P2-V36]', async () => {
    const page = await openEditor(ENGINEER, editorOf('myConnect', '423135'));
    await page.getByRole('tab', { name: 'Reports', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Reported events', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('030F', { exact: true }).waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Periodic test' }).count()).toBe(0);
    await dialog.getByText('Power off', { exact: true }).click();
    await dialog.getByText('034F', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'profile-mask');
    await dialog.getByRole('button', { name: 'Use these', exact: true }).click();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
  });

  it('has categories of events and event groups [P2-B92]', async () => {
    const page = await openEditor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('tab', { name: 'Events', exact: true }).click();
    await page.getByRole('button', { name: 'Add category', exact: true }).click();
    await dialog.getByLabel('Category name').fill('Family');
    await dialog.getByLabel('First number').fill('8015550101');
    await dialog.getByRole('button', { name: 'Add category', exact: true }).click();
    await page.getByText('(801) 555-0101', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add event group', exact: true }).click();
    await dialog.getByRole('combobox', { name: /^Event group/ }).selectOption('Emergencies');
    await dialog.getByRole('combobox', { name: /^Category/ }).selectOption('Family');
    await dialog.getByRole('button', { name: 'Put into category', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Help button', { exact: true }).inputValue()).toBe('Family');
    expect(await page.getByLabel('Smoke', { exact: true }).inputValue()).toBe('Events');
    await expectAccessible(page);
    await picture(page, 'profile-events');
  });

  it('saves this profile or a new one, after it showed what changes [P2-B94 P2-B135 P2-B14]', async () => {
    const page = await openEditor(ENGINEER, editorOf('MXD-LTE', '2.2.0.0.5'));
    const dialog = page.getByRole('dialog');
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    await page.getByLabel('Speaker volume', { exact: true }).fill('8');
    await page.getByRole('button', { name: 'Save…', exact: true }).first().click();
    await dialog
      .getByRole('row')
      .filter({ hasText: /Speaker volume/ })
      .getByText('8', { exact: true })
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'profile-save');
    await dialog.getByRole('button', { name: 'Save profile', exact: true }).click();
    await page.getByText('Saved MXD-LTE Standard, version 2', { exact: true }).first().waitFor();

    await page.getByRole('button', { name: 'Save…', exact: true }).first().click();
    await dialog.getByText('Save as a new profile', { exact: true }).click();
    await dialog.getByLabel('Name of the new profile').fill('Loud homes');
    await dialog.getByRole('button', { name: 'Save as new profile', exact: true }).click();
    await page.getByRole('heading', { name: 'Loud homes', exact: true }).waitFor();
  });

  it('proposes a new profile if its address says so: method=new [P2-R06]', async () => {
    const at = editorOf('MXD-LTE', '2.2.0.0.5');
    for (const [address, proposed] of [
      [at, 'Save profile'],
      [`${at}&method=new`, 'Save as new profile'],
    ] as const) {
      const page = await openEditor(ENGINEER, address);
      await page.getByLabel('Line ID', { exact: true }).fill('A1');
      await page.getByRole('button', { name: 'Save…', exact: true }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: proposed, exact: true }).waitFor();
    }
  });

  itInDepth('asks before changes are lost', async () => {
    const page = await openEditor();
    await page.getByLabel('Line ID', { exact: true }).fill('A1');
    await page.getByRole('link', { name: 'Profiles', exact: true }).first().click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Stay', exact: true }).click();
    expect(await page.getByLabel('Line ID', { exact: true }).inputValue()).toBe('A1');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    expect(await page.getByLabel('Line ID', { exact: true }).inputValue()).toBe('');
  });

  it('shows what somebody else saved meanwhile, keeps what was typed, and merges', async () => {
    const ProfileKey = standardProfileKey('MXD-LTE', 'Two-way voice');
    const at = `/profiles/editProfile?unitModel=MXD-LTE&profile=${ProfileKey}&unitFirmVer=2.2.0.0.5`;
    const [page, other] = [await openEditor(ENGINEER, at), await openEditor(ENGINEER, at)];
    const save = async (on: typeof page, name: string, value: string) => {
      await on.getByRole('tab', { name: 'Sound', exact: true }).click();
      await on.getByLabel(name, { exact: true }).fill(value);
      await on.getByRole('button', { name: 'Save…', exact: true }).first().click();
      await on.getByRole('dialog').getByRole('button', { name: 'Save profile', exact: true }).click();
    };
    await page.getByRole('tab', { name: 'Sound', exact: true }).waitFor();
    await save(other, 'Microphone volume', '2');
    await other
      .getByText(/^Saved MXD-LTE Two-way voice/)
      .first()
      .waitFor();
    await save(page, 'Speaker volume', '3');
    const note = page.getByRole('alert').filter({ hasText: /Your changes are still here/ });
    await note.getByText('Microphone volume: 5 → 2', { exact: true }).waitFor();
    await picture(page, 'profile-conflict');
    await note.getByRole('button', { name: 'Merge', exact: true }).click();
    await note.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Microphone volume', { exact: true }).inputValue()).toBe('2');
    expect(await page.getByLabel('Speaker volume', { exact: true }).inputValue()).toBe('3');
    await page.getByRole('button', { name: 'Save…', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save profile', exact: true }).click();
    await page.getByText('Saved MXD-LTE Two-way voice, version 3', { exact: true }).first().waitFor();

    await page.getByRole('tab', { name: 'Versions', exact: true }).click();
    await page.getByRole('button', { name: 'Go back to version 1', exact: true }).click();
    await page.getByText('2 unsaved changes', { exact: true }).waitFor();
    await picture(page, 'profile-versions');
    expect((await ProfileEntity.get({ ProfileKey }).go()).data?.version).toBe(3);
  });

  it('says that the profile could not be loaded [P2-M06]', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route(`**${profiles.get.path}?*`, (route) => route.abort());
    await page.goto(editorOf('MXD-LTE', '2.2.0.0.5'));
    await page.getByText('Could not load profile, please try again.', { exact: true }).first().waitFor();
  });
});
