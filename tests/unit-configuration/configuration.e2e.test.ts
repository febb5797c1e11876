import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FIRST_LISTS } from '#core/dealer-settings/settings.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { eventsOf } from '#core/unit-configuration/configuration.ts';
import type { MessageType } from '#core/unit-messages/common-reports.ts';
import { fullUnitID, shownFirmware, type UnitModel } from '#core/units/unit.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { ProfileNameEntity } from '#data/profiles/profiles.ts';
import { unitConfigurationStore } from '#data/unit-configuration/configurations.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { runningScope } from '#support/world.ts';
import { tabSearch } from '#web/features/units/unit-page/unit-tabs.ts';
import { ALIKE, putProfile } from './a-profile.ts';

const ENGINEER = 'engineer@watchkeep.example';

const fleet = [...seedUnits({ count: 60, now: Date.now() })];
let taken = 0;
/** Another seeded unit for each test. */
const aSeededUnit = (model: UnitModel = 'MXD-LTE') =>
  fleet.filter(({ UnitModel, ProfileTemplateKey }) => UnitModel === model && ProfileTemplateKey !== undefined)[
    taken++
  ]!;

const addressOf = (UnitSerNum: string) => `/unitManagement/unitEdit${tabSearch(UnitSerNum, 'configuration')}`;
const stored = (UnitSerNum: string) => unitStore.get(WHOLE_TREE, UnitSerNum);

async function openConfiguration(UnitSerNum: string, as = ENGINEER, look = LOOKS.light): Promise<Page> {
  const page = await openPage({ as, look, at: addressOf(UnitSerNum) });
  await page.getByRole('tablist', { name: 'Configuration of the unit' }).waitFor();
  return page;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const pressSave = async (page: Page) => {
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save…' }).click();
  return page.getByRole('dialog');
};
const save = async (page: Page) => (await pressSave(page)).getByRole('button', { name: 'Save unit' }).click();
const setVolume = async (page: Page, value: string) => {
  await tab(page, 'Sound').click();
  await field(page, 'Speaker volume').fill(value);
};
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const SENT = 'The Unit will update on the next ping!';

describe('the configuration of a unit', () => {
  it('is edited, reviewed and saved, and waits for the next ping [P2-B03 P2-S31 P2-M67]', async () => {
    const { UnitSerNum } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    await setVolume(page, '8');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    const dialog = await pressSave(page);
    await dialog
      .getByRole('row')
      .filter({ hasText: /Speaker volume/ })
      .getByText('8', { exact: true })
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-configuration-save');
    await dialog.getByRole('button', { name: 'Save unit' }).click();
    await toast(page, SENT).waitFor();
    await page.getByText('Of this unit', { exact: true }).first().waitFor();
    expect((await unitConfigurationStore.get(UnitSerNum))?.layers.unit.Settings).toEqual({ SpeakerVol: 8 });
    await page.getByText('1 unsaved change', { exact: true }).waitFor({ state: 'detached' });
  });

  it('shows each wanted value beside the reported one, its source, its state and the reason of the unit', async () => {
    const { UnitSerNum } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    await setVolume(page, '8');
    await save(page);
    await toast(page, SENT).waitFor();
    await unitConfigurationStore.recordReport(UnitSerNum, {
      ...{ revision: 1, digest: 1, part: 1, parts: 1, fence: 1, bootId: 1, sequence: 1, at: new Date().toISOString() },
      settings: { SpeakerVol: 3, MicVol: 5 },
      refused: [{ name: 'SpeakerVol', text: 'the speaker is worn' }],
    });
    await page.reload();
    await tab(page, 'Sound').click();
    await page.getByText('Refused by the unit', { exact: true }).first().waitFor();
    await page.getByText('The unit says: the speaker is worn', { exact: true }).waitFor();
    await page.getByText('The unit has: 3', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-configuration-settings');
    await tab(page, 'Reported').click();
    const row = page.getByRole('row').filter({ hasText: /Speaker volume/ });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      '8',
      '3',
      'This unit',
      expect.stringMatching(/Refused by the unit\s+the speaker is worn/),
    ]);
    await expectAccessible(page);
    await picture(page, 'unit-configuration-reported');
  });

  it('has events with categories and event groups, each with its dialog [P2-B04 P2-B53 P2-B54 P2-S32]', async () => {
    const { UnitSerNum } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    const dialog = page.getByRole('dialog');
    await tab(page, 'Events').click();
    await page.getByRole('button', { name: 'Add category', exact: true }).click();
    await dialog.getByLabel('Category name').fill('Family');
    await dialog.getByLabel('First number').fill('8015550101');
    await dialog.getByRole('button', { name: 'Add category', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 unsaved change', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add event group', exact: true }).click();
    await dialog.getByRole('combobox', { name: /^Event group/ }).selectOption('Emergencies');
    await dialog.getByRole('combobox', { name: /^Category/ }).selectOption('Family');
    await picture(page, 'unit-event-group');
    await dialog.getByRole('button', { name: 'Put into category', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await field(page, 'Help button').inputValue()).toBe('Family');
    await expectAccessible(page);
    await picture(page, 'unit-events');

    await page.getByRole('button', { name: 'Delete Family', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Delete the category Family?', { exact: true }).waitFor();
    await picture(page, 'unit-delete-category');
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await field(page, 'Help button').inputValue()).toBe('Family');
    await save(page);
    await toast(page, SENT).waitFor();
    const saved = await unitConfigurationStore.get(UnitSerNum);
    expect(saved?.layers.unit.Events?.groups).toMatchObject({ 101: 'Family' });

    await page.getByRole('button', { name: 'Delete Family', exact: true }).click();
    await question.getByRole('button', { name: 'Delete category', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect(await field(page, 'Help button').inputValue()).toBe('Events');
  });

  it('edits a mask as named bits [P2-B65]', async () => {
    const page = await openConfiguration(aSeededUnit().UnitSerNum);
    await tab(page, 'Reports').click();
    await page.getByRole('button', { name: 'Edit Reported events', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'All off', exact: true }).click();
    await dialog.getByText(/^0+$/).waitFor();
    await picture(page, 'unit-mask');
    await dialog.getByRole('button', { name: 'Use these', exact: true }).click();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
  });

  it('leads to the profile for firmware with a suffix, which is not shown [P2-B34 P2-E03]', async () => {
    const { UnitSerNum, PTName, PTUnitFirmVer } = aSeededUnit();
    await UnitEntity.patch({ UnitSerNum })
      .set({ FirmVer: `${PTUnitFirmVer}_hot-fix` })
      .go();
    const page = await openConfiguration(UnitSerNum);
    await page.getByRole('link', { name: PTName!, exact: true }).click();
    expect(await page.getByText(/^MXD-LTE, firmware /).textContent()).not.toContain('hot-fix');
    expect(await page.getByText(/This profile is for firmware/).count()).toBe(0);
  });

  it('saves settings of a unit that has not told its firmware yet', async () => {
    const { UnitSerNum } = aSeededUnit();
    await UnitEntity.patch({ UnitSerNum }).set({ FirmVer: '' }).go();
    const page = await openConfiguration(UnitSerNum);
    await setVolume(page, '9');
    await save(page);
    await toast(page, SENT).waitFor();
  });

  it('leads to the profile, for the firmware of the unit [P2-B34]', async () => {
    const { UnitSerNum, PTName, FirmVer, ProfileTemplateKey } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    await page.getByRole('link', { name: PTName!, exact: true }).click();
    await page.getByRole('heading', { name: PTName!, exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      unitModel: 'MXD-LTE',
      profile: String(ProfileTemplateKey),
      unitFrimVer: FirmVer,
    });
    await page.getByText(/^MXD-LTE, firmware /).waitFor();
  });

  it('is only shown to people who may view units', async () => {
    const viewer = await newPerson({ first: 'Vera', last: 'View', dealer: 1, flags: ['UNIT_VIEW'] });
    const page = await openConfiguration(aSeededUnit().UnitSerNum, viewer);
    expect(await field(page, 'Unit ID').isDisabled()).toBe(true);
    await tab(page, 'Sound').click();
    expect(await field(page, 'Speaker volume').isDisabled()).toBe(true);
  });

  itInDepth('fits a phone and a dark room', async () => {
    const { UnitSerNum } = aSeededUnit('myConnect');
    for (const look of ['dark', 'phone'] as const) {
      const page = await openConfiguration(UnitSerNum, ENGINEER, LOOKS[look]);
      await picture(page, `unit-configuration-identity-${look}`);
      await tab(page, 'Reports').click();
      await expectAccessible(page);
      await picture(page, `unit-configuration-${look}`);
      await tab(page, 'Reported').click();
      await picture(page, `unit-configuration-reported-${look}`);
    }
  });
});

const openAction = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Profile and sync', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  return page.getByRole('dialog');
};

describe('the editor of a unit', () => {
  itInDepth('continues on a revision with the same content, and names no change by others', async () => {
    const { UnitSerNum } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    await setVolume(page, '8');
    await openAction(page, 'Mark the data as not synced…');
    await page.getByRole('button', { name: 'Mark as not synced', exact: true }).click();
    await page.getByText(/^Revision 1, saved/).waitFor();
    expect(await page.getByText(/^Somebody else changed/).count()).toBe(0);
    await save(page);
    await page.getByText(/^Revision 2, saved/).waitFor();
    expect((await unitConfigurationStore.get(UnitSerNum))?.layers.unit.Settings).toMatchObject({ SpeakerVol: 8 });
  });

  itInDepth('has the event groups and names of own fields of the dealer of the unit [P2-E10]', async () => {
    const { UnitSerNum, DealerKey } = fleet.find((unit) => unit.UnitModel === 'MXD-LTE' && unit.DealerKey !== 1)!;
    await DealerEntity.patch({ DealerKey }).set({ CustomLabel1: 'Wing of the house' }).go();
    const lists = { ...FIRST_LISTS, CategoryNames: ['Events', 'Night nurse'], UseCategory: 1 as const };
    await DealerListsEntity.put({ DealerKey, version: 1, lists }).go();
    onTestFinished(async () => {
      await DealerEntity.patch({ DealerKey }).set({ CustomLabel1: 'Room' }).go();
      await DealerListsEntity.delete({ DealerKey }).go();
    });
    const page = await openConfiguration(UnitSerNum);
    await field(page, 'Wing of the house').waitFor();
    await tab(page, 'Events').click();
    await page.getByRole('button', { name: 'Add category', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^Category name/ }).selectOption('Night nurse');
    await dialog.getByRole('button', { name: 'Add category', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Add category', exact: true }).isDisabled()).toBe(true);
  });
});

describe('the profile of a unit', () => {
  it('is changed for another one, with the settings of the unit or without', async () => {
    const { UnitSerNum } = aSeededUnit();
    await UnitEntity.patch({ UnitSerNum })
      .set({
        ...{ FirmVer: '2.2.0.0.5', PTUnitFirmVer: '2.2.0.0.4', PTName: 'MXD-LTE Standard' },
        ProfileTemplateKey: standardProfileKey('MXD-LTE', 'Standard'),
      })
      .go();
    const page = await openConfiguration(UnitSerNum);
    await page.getByRole('button', { name: 'Choose a newer profile', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^Profile/ }).fill('mxd-lte sp');
    await dialog.getByRole('option', { name: 'MXD-LTE Spanish, firmware 2.2.0.0.5', exact: true }).click();
    expect(await dialog.getByRole('combobox', { name: /^Profile/ }).inputValue()).toMatch(/^MXD-LTE Spanish/);
    await expectAccessible(page);
    await picture(page, 'unit-profile');
    await dialog.getByRole('button', { name: 'Use this profile', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    await toast(page, SENT).waitFor();
    await page.getByRole('link', { name: 'MXD-LTE Spanish', exact: true }).waitFor();
    expect((await stored(UnitSerNum)).PTName).toBe('MXD-LTE Spanish');
  });

  itInDepth('is given with categories that look alike by now', async () => {
    const { UnitSerNum } = aSeededUnit();
    const profile = await putProfile(
      90_396,
      { DealerKey: 1, dealerPath: '/1/' },
      { version: 1, Settings: {}, Events: ALIKE },
    );
    await UnitEntity.patch({ UnitSerNum }).set({ FirmVer: profile.PTUnitFirmVer }).go();
    const page = await openConfiguration(UnitSerNum);
    const dialog = await openAction(page, 'Change the profile…');
    await dialog.getByRole('combobox', { name: /^Profile/ }).fill('homes of 1');
    await dialog.getByRole('option', { name: /^Homes of 1, / }).click();
    await dialog.getByRole('button', { name: 'Use this profile', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    await toast(page, SENT).waitFor();
    const { layers } = (await unitConfigurationStore.get(UnitSerNum))!;
    expect(eventsOf(layers)).toEqual(ALIKE);
  });

  itInDepth('is compared with the unit, which can take its values again', async () => {
    const { UnitSerNum } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    await setVolume(page, '9');
    const dialog = await openAction(page, 'Compare with the profile…');
    await dialog
      .getByRole('row')
      .filter({ hasText: /Speaker volume/ })
      .getByText('9', { exact: true })
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-compare');
    await dialog.getByRole('button', { name: 'Take the values of the profile', exact: true }).click();
    await page.getByText('1 unsaved change', { exact: true }).waitFor({ state: 'detached' });
    expect(await field(page, 'Speaker volume').inputValue()).not.toBe('9');
  });

  it('gives its newest version when its values are taken again', async () => {
    const { UnitSerNum } = aSeededUnit();
    const ROOT = { DealerKey: 1, dealerPath: '/1/' };
    const profile = (version: number, SpeakerVol: number) =>
      putProfile(990_077, ROOT, { version, Settings: { SpeakerVol } });
    await UnitEntity.patch({ UnitSerNum })
      .set(await profile(1, 3))
      .go();
    const page = await openConfiguration(UnitSerNum);
    await setVolume(page, '9');
    await save(page);
    const saved = async () => {
      const { profileVersion, layers } = (await unitConfigurationStore.get(UnitSerNum)) ?? {};
      return { profileVersion, own: layers?.unit.Settings };
    };
    await expect.poll(saved).toEqual({ profileVersion: 1, own: { SpeakerVol: 9 } });
    await profile(2, 4);
    const dialog = await openAction(page, 'Compare with the profile…');
    await dialog.getByRole('button', { name: 'Take the values of the profile', exact: true }).click();
    await save(page);
    await expect.poll(saved).toEqual({ profileVersion: 2, own: {} });
  });

  it('becomes a new one with the settings of the unit, whose name can be corrected [P2-B59]', async () => {
    const { UnitSerNum, UnitModel, FirmVer } = aSeededUnit();
    const taken = { DealerKey: 1, UnitModel, UnitFirmVer: shownFirmware(FirmVer), name: nameSkeleton('Taken name') };
    await ProfileNameEntity.put({ ...taken, ProfileKey: 1 }).go();
    const page = await openConfiguration(UnitSerNum);
    await setVolume(page, '2');
    const dialog = await pressSave(page);
    await dialog.getByText('Save as a new profile', { exact: true }).click();
    const name = dialog.getByLabel('Name of the new profile');
    await name.fill('Taken name');
    await dialog.getByRole('button', { name: 'Save unit' }).click();
    await dialog.getByText('A profile of this model and firmware has this name already', { exact: true }).waitFor();
    await expectAccessible(page);
    await name.fill('Quiet flats');
    await picture(page, 'unit-save-options');
    await dialog.getByRole('button', { name: 'Save unit' }).click();
    await page.getByRole('link', { name: 'Quiet flats', exact: true }).waitFor();
    const saved = await unitConfigurationStore.get(UnitSerNum);
    expect(saved?.layers.profile.Settings).toMatchObject({ SpeakerVol: 2 });
    expect(saved?.layers.unit.Settings).toEqual({});
  });
});

describe('the identity of a unit', () => {
  it('is saved with its labels and updates over the air [P2-S33 P2-S34 P2-S35 P2-M50]', async () => {
    const { UnitSerNum } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    const edits: (() => Promise<unknown>)[] = [
      () => field(page, 'Line ID').fill('zz9'),
      () => field(page, 'Unit ID').fill('9876'),
      () => page.getByText('Updates over the air', { exact: true }).click(),
    ];
    for (const edit of edits) {
      await edit();
      await page.getByText('1 unsaved change', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await page.getByText('1 unsaved change', { exact: true }).waitFor({ state: 'detached' });
    }
    for (const edit of edits) await edit();
    await page.getByText('3 unsaved changes', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-identity');
    await save(page);
    await toast(page, 'Database updated').waitFor();
    expect(await stored(UnitSerNum)).toMatchObject({ UnitLineID: 'ZZ9', UnitID: '9876', AllowOTAUpdate: 0 });
    await page.reload();
    await expect.poll(() => field(page, 'Line ID').inputValue()).toBe('ZZ9');
  });

  it('asks before it is the same as that of another unit [P2-B58 P2-V13 P2-V14]', async () => {
    const [{ UnitSerNum }, other] = [aSeededUnit(), aSeededUnit()];
    const page = await openConfiguration(UnitSerNum);
    await field(page, 'Line ID').fill(other.UnitLineID);
    await field(page, 'Unit ID').fill(other.UnitID);
    await save(page);
    const question = page.getByRole('alertdialog');
    await question.getByText(/ already\.$/).waitFor();
    expect(await question.textContent()).toContain(`${fullUnitID(other)} already`);
    await picture(page, 'unit-duplicate');
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect((await stored(UnitSerNum)).UnitID).not.toBe(other.UnitID);
    await page.getByRole('dialog').getByRole('button', { name: 'Save unit' }).click();
    await question.getByRole('button', { name: 'Save duplicate ID', exact: true }).click();
    await toast(page, 'Database updated').waitFor();
    expect((await stored(UnitSerNum)).UnitID).toBe(other.UnitID);
  });
});

describe('unsaved changes of a unit', () => {
  it('ask before the page or its tab is left, with the choices Stay and Leave [P2-B52 P2-B127]', async () => {
    const page = await openConfiguration(aSeededUnit().UnitSerNum);
    await setVolume(page, '9');
    const question = page.getByRole('alertdialog');
    for (const link of ['Overview', 'Units']) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await question.getByRole('button', { name: 'Stay', exact: true }).click();
      await question.waitFor({ state: 'detached' });
      expect(await field(page, 'Speaker volume').inputValue()).toBe('9');
    }
    await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
    await picture(page, 'unit-unsaved');
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('heading', { name: 'Software and profile' }).waitFor();
  });

  it('are kept when somebody else saves meanwhile, and are merged [P2-M05]', async () => {
    const { UnitSerNum } = aSeededUnit();
    const [page, other] = [await openConfiguration(UnitSerNum), await openConfiguration(UnitSerNum)];
    await tab(other, 'Sound').click();
    await field(other, 'Microphone volume').fill('2');
    await setVolume(page, '3');
    await save(other);
    await toast(other, SENT).waitFor();
    await save(page);
    await toast(page, 'Failed to update unit').waitFor();
    const note = page.getByRole('alert').filter({ hasText: /Your changes are still here/ });
    await note.getByText(/^Microphone volume: \d → 2$/).waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-configuration-conflict');
    await note.getByRole('button', { name: 'Merge', exact: true }).click();
    await note.waitFor({ state: 'detached' });
    expect(await field(page, 'Microphone volume').inputValue()).toBe('2');
    expect(await field(page, 'Speaker volume').inputValue()).toBe('3');
    await save(page);
    await toast(page, SENT).waitFor();
    const saved = await unitConfigurationStore.get(UnitSerNum);
    expect(saved?.layers.unit.Settings).toMatchObject({ SpeakerVol: 3, MicVol: 2 });
  });

  it('stay when the unit cannot be saved [P2-M05]', async () => {
    const page = await openConfiguration(aSeededUnit().UnitSerNum);
    await page.route('**/api/unit/data/*', (route) => route.abort());
    await setVolume(page, '9');
    await save(page);
    await toast(page, 'Failed to update unit').waitFor();
    await page.keyboard.press('Escape');
    expect(await field(page, 'Speaker volume').inputValue()).toBe('9');
  });
});

describe('the sync queue', () => {
  const queueOf = (page: Page) => page.getByRole('dialog', { name: /^Waiting to sync/ });

  async function withMessages(UnitSerNum: string, ...types: MessageType[]): Promise<string[]> {
    const keys: string[] = [];
    const scope = await runningScope(await userNamed(ENGINEER));
    for (const MessageType of types)
      keys.push(await queueMessage(scope, await stored(UnitSerNum), { MessageType, content: {} }, Date.now()));
    return keys;
  }

  it('lists what waits in the words of people, and deletes a message [P2-B63 P2-E16 P2-E17 P2-E18 P2-M49]', async () => {
    const { UnitSerNum } = aSeededUnit();
    await withMessages(UnitSerNum, 'FIRMVER', 'PLAYMULTITAG', 'RF');
    const page = await openConfiguration(UnitSerNum);
    await page.getByRole('button', { name: '3 messages wait', exact: true }).click();
    for (const name of ['FIRMWARE', 'PLAY MESSAGE', 'RF DEVICE'])
      await queueOf(page).getByText(name, { exact: true }).waitFor();
    await expectAccessible(page, '[role=dialog]');
    await picture(page, 'sync-queue');
    await queueOf(page).getByRole('button', { name: 'Delete PLAY MESSAGE', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete message', exact: true }).click();
    await toast(page, 'Message Deleted').waitFor();
    await queueOf(page).getByText('PLAY MESSAGE', { exact: true }).waitFor({ state: 'detached' });
    expect((await syncQueueStore.list(await stored(UnitSerNum))).length).toBe(2);
  });

  itInDepth('keeps the message that has a moved unit forget its home', async () => {
    const { UnitSerNum } = aSeededUnit();
    await withMessages(UnitSerNum, 'HOMEWIFIC');
    const page = await openConfiguration(UnitSerNum);
    await page.getByRole('button', { name: '1 message waits', exact: true }).click();
    const button = queueOf(page).getByRole('button', { name: 'Delete REMOVE HOME WI-FI', exact: true });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page, '[role=dialog]');
  });

  itInDepth('gets the whole configuration again when the data is marked as not synced', async () => {
    const { UnitSerNum } = aSeededUnit();
    const page = await openConfiguration(UnitSerNum);
    await openAction(page, 'Mark the data as not synced…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as not synced', exact: true }).click();
    await toast(page, SENT).waitFor();
    await page.getByRole('button', { name: /wait/ }).first().waitFor();
    expect((await unitConfigurationStore.get(UnitSerNum))?.resendFrom).toBe(1);
  });

  it('says that a message is gone [P2-M02]', async () => {
    const { UnitSerNum } = aSeededUnit();
    const [key] = await withMessages(UnitSerNum, 'RF');
    const page = await openConfiguration(UnitSerNum);
    await page.getByRole('button', { name: '1 message waits', exact: true }).click();
    await queueOf(page).getByRole('button', { name: 'Delete RF DEVICE', exact: true }).click();
    await syncQueueStore.end(UnitSerNum, key!);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete message', exact: true }).click();
    await toast(page, 'Message not found').waitFor();
    await queueOf(page).getByText('Nothing waits for the unit.', { exact: true }).waitFor();
  });

  it('loads the details of the unit again when nothing waits any more [P2-S30]', async () => {
    const { UnitSerNum } = aSeededUnit();
    const [key] = await withMessages(UnitSerNum, 'FIRMVER');
    const page = await openConfiguration(UnitSerNum);
    await page.getByRole('button', { name: '1 message waits', exact: true }).waitFor();
    await UnitEntity.patch({ UnitSerNum }).set({ PTName: 'Renamed meanwhile' }).go();
    await syncQueueStore.end(UnitSerNum, key!);
    const reread = page.waitForResponse((response) => response.url().includes(`/api/unit/${UnitSerNum}`));
    // The queue is read again when its dialog opens.
    await page.getByRole('button', { name: '1 message waits', exact: true }).click();
    await reread;
    await page.keyboard.press('Escape');
    await page.getByText('Nothing waits', { exact: true }).first().waitFor();
    await page.getByText('Renamed meanwhile', { exact: true }).first().waitFor();
  });
});
