import { beforeAll, describe, expect, it } from 'vitest';
import { history } from '#core/history/contract.ts';
import { HOUR, instant } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { unitConfigurationStore } from '#data/unit-configuration/configurations.ts';
import { UnitEntity } from '#data/units/units.ts';
import { seed as profileItems } from '#scripts/seed/areas/profiles.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call, type Input } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { ALIKE, putProfile } from './a-profile.ts';

let editor: UserRecord;
beforeAll(async () => {
  await someDealers();
  await writeAll(await profileItems({ now: Date.now(), count: 0 }), () => {});
  editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});

const profileOf = (UnitModel: string) =>
  seedProfiles(Date.now()).filter(({ profile }) => profile.UnitModel === UnitModel && profile.DealerKey === 1);
const aVoiceUnit = (more: Partial<UnitRecord> = {}) =>
  aUnit({
    ...{ UnitModel: 'MXD-LTE', UnitStatus: 9, ProfileTemplateKey: profileOf('MXD-LTE')[0]!.profile.ProfileKey },
    ...more,
  });
const read = ({ UnitSerNum }: UnitRecord) => ask(unitConfiguration.get, { id: UnitSerNum, as: editor });
type Saved = Partial<Input<typeof unitConfiguration.save>>;
const saves = async (unit: UnitRecord, given: Saved, seen?: Awaited<ReturnType<typeof read>>) => {
  const { revision, tabs } = seen ?? (await read(unit));
  const { UnitSerNum } = unit;
  return call(unitConfiguration.save, {
    ...{ model: 'MXD-LTE' as const, UnitSerNum, revision, oldTabs: tabs, newTabs: {}, ...given, as: editor },
  });
};
const settingOf = ({ settings }: Awaited<ReturnType<typeof read>>, wanted: string) =>
  settings.find(({ name }) => name === wanted);

describe('a configuration', () => {
  it('is that of the profile before the first save', async () => {
    const unit = await aVoiceUnit();
    const shown = await read(unit);
    expect(shown).toMatchObject({ revision: 0, state: 'not sent', takesConfiguration: false });
    expect(shown.ProfileKey).toBe(unit.ProfileTemplateKey);
    expect(new Set(shown.settings.map(({ source }) => source))).toEqual(new Set(['profile']));
  });

  it('is not saved for the first time over what changed in its profile since it was read', async () => {
    const owner = { DealerKey: 22, dealerPath: '/1/22/' };
    const unit = await aVoiceUnit(await putProfile(90_421, owner, { version: 1, Settings: { SpeakerVol: 5 } }));
    const seen = await read(unit);
    await putProfile(90_421, owner, { version: 2, Settings: { SpeakerVol: 7 } });
    const mine = await saves(unit, { newTabs: { ...seen.tabs, MicVol: 8 } }, seen);
    expect(mine).toMatchObject({ status: 409, body: { message: expect.stringContaining('Speaker') } });
    expect((await read(unit)).revision).toBe(0);
    const { tabs } = await read(unit);
    expect(await saves(unit, { newTabs: { ...tabs, MicVol: 8 } })).toMatchObject({ status: 200 });
    expect((await read(unit)).tabs).toMatchObject({ SpeakerVol: 7, MicVol: 8 });
  });

  it('is not saved with fields that the call does not know', async () => {
    const unit = await aVoiceUnit();
    const answer = await saves(unit, { newTabs: { SpeakerVol: 7 }, NewTabs: { MicVol: 7 }, Note: '' } as Saved);
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ message: 'Leave out NewTabs and Note' }] } });
    expect((await read(unit)).revision).toBe(0);
  });

  it('has the usual settings if the profile of the unit is gone', async () => {
    const shown = await read(await aVoiceUnit({ ProfileTemplateKey: 999_999 }));
    expect(shown.ProfileKey).toBeUndefined();
    expect(shown.tabs).toMatchObject({ SpeakerVol: 5, MicVol: 5 });
  });

  it('keeps what differs from the profile, counts up, and writes nothing if nothing differs', async () => {
    const unit = await aVoiceUnit();
    const { tabs } = await read(unit);
    const SpeakerVol = tabs.SpeakerVol === 8 ? 7 : 8;
    const first = await saves(unit, { newTabs: { ...tabs, SpeakerVol } });
    expect(first).toMatchObject({ status: 200, body: { revision: 1, state: 'waiting' } });
    expect(settingOf(first.body, 'SpeakerVol')).toMatchObject({ value: SpeakerVol, source: 'unit' });
    expect(settingOf(first.body, 'MicVol')).toMatchObject({ source: 'profile' });
    expect((await saves(unit, { newTabs: { SpeakerVol } })).body.revision).toBe(1);
    // Back to what the profile says: no own difference is left.
    const back = await saves(unit, { newTabs: { SpeakerVol: tabs.SpeakerVol! } });
    expect(back.body.revision).toBe(2);
    expect(settingOf(back.body, 'SpeakerVol')).toMatchObject({ source: 'profile' });
    expect((await unitConfigurationStore.get(unit.UnitSerNum))?.layers.unit).toEqual({ Settings: {} });
  });

  it('is in the audit of the unit with what changed', async () => {
    const unit = await aVoiceUnit();
    const { tabs, Events } = await read(unit);
    const SpeakerVol = tabs.SpeakerVol === 8 ? 7 : 8;
    const falls = { CategoryName: 'Falls at night', Phone1: '8015550100', Phone2: '' };
    await saves(unit, {
      newTabs: { SpeakerVol },
      Events: { categories: [...Events.categories, falls], groups: { ...Events.groups, 101: 'Falls at night' } },
    });
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([
      {
        action: 'change configuration',
        before: { SpeakerVol: [String(tabs.SpeakerVol)] },
        after: { revision: 1, SpeakerVol: [String(SpeakerVol)], categories: ['Falls at night: 8015550100'] },
      },
    ]);
  });

  it('is in the change log of profile data of the unit, and in no other [P2-C65]', async () => {
    const unit = await aVoiceUnit();
    const { tabs } = await read(unit);
    const SpeakerVol = tabs.SpeakerVol === 8 ? 7 : 8;
    await saves(unit, { newTabs: { SpeakerVol } });
    const asked = { id: unit.UnitSerNum, startDate: instant(Date.now() - HOUR), endDate: instant(Date.now() + HOUR) };
    const { items } = await ask(history.chlogProfileUnitData, { ...asked, as: editor });
    expect(items).toMatchObject([
      { kind: 'profile', action: 'change configuration', after: { SpeakerVol: [String(SpeakerVol)] } },
    ]);
    expect((await ask(history.chlogRFMap, { ...asked, as: editor })).items).toEqual([]);
  });

  it.each([
    ['a value beyond its bounds', { newTabs: { SpeakerVol: 99 } }, 'newTabs.SpeakerVol'],
    ['a setting that the model does not have', { newTabs: { FallDetection: true } }, 'newTabs.FallDetection'],
    [
      'events in a category that there is not',
      { Events: { categories: [{ CategoryName: 'Events', Phone1: '', Phone2: '' }], groups: { 101: 'Nobody' } } },
      'Events.groups.101',
    ],
  ])('is refused with %s', async (_, given, path) => {
    const unit = await aVoiceUnit();
    expect(await saves(unit, given as Saved)).toMatchObject({ status: 422, body: { issues: [{ path }] } });
    expect((await read(unit)).revision).toBe(0);
  });

  it('is refused under the name of another model, and for a unit of another dealer', async () => {
    const unit = await aVoiceUnit();
    expect((await saves(unit, { model: 'myConnectAir', newTabs: { SpeakerVol: 8 } })).status).toBe(404);
    const seen = await read(unit);
    const foreign = await aVoiceUnit({ DealerKey: 49, dealerPath: '/1/49/' });
    expect((await saves(foreign, { newTabs: { SpeakerVol: 8 } }, seen)).status).toBe(404);
  });

  it('of a myConnect Air is saved under its name without the space [P2-C02]', async () => {
    const unit = await aUnit({ UnitModel: 'myConnect Air' });
    expect((await saves(unit, { model: 'myConnectAir', newTabs: { FallDetection: false } })).status).toBe(200);
  });
});

describe('another profile', () => {
  it('replaces what the last one gave, becomes that of the unit, and is refused if it is for another model', async () => {
    const [, other] = profileOf('MXD-LTE');
    const { ProfileKey, ProfileName, UnitFirmVer } = other!.profile;
    const unit = await aVoiceUnit({ FirmVer: UnitFirmVer });
    const own = { CategoryName: 'Own category', Phone1: '8015550100', Phone2: '' };
    const { categories, groups } = (await read(unit)).Events;
    await saves(unit, { newTabs: { SpeakerVol: 8 }, Events: { categories: [...categories, own], groups } });
    expect((await read(unit)).Events.categories).toContainEqual(own);
    const { status, body } = await saves(unit, { newTemplateKey: ProfileKey, newTabs: { MicVol: 2 } });
    expect({ status, ...body }).toMatchObject({ status: 200, revision: 2, ProfileKey, tabs: { MicVol: 2 } });
    expect(settingOf(body, 'SpeakerVol')).toMatchObject({
      source: 'profile',
      value: other!.content.Settings.SpeakerVol,
    });
    // Events that the save does not name are those of the profile, too.
    expect(body.Events).toEqual(other!.content.Events);
    const { data } = await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go();
    expect(data).toMatchObject({ ProfileTemplateKey: ProfileKey, PTName: ProfileName, PTUnitFirmVer: UnitFirmVer });
    const [foreign] = profileOf('myConnect');
    expect((await saves(unit, { newTemplateKey: foreign!.profile.ProfileKey })).status).toBe(404);
  });

  it('is refused if the unit is not offered it, unless the unit has it or has not told its firmware [P2-C02]', async () => {
    const [owner, beside] = [
      { DealerKey: 22, dealerPath: '/1/22/' },
      { DealerKey: 220, dealerPath: '/1/22/220/' },
    ];
    const version = { version: 1, Settings: {} };
    const { ProfileTemplateKey: ofOther } = await putProfile(90_401, beside, version);
    const { ProfileTemplateKey: disabled } = await putProfile(90_402, owner, version);
    const { data: stored } = await ProfileEntity.get({ ProfileKey: disabled }).go();
    await ProfileEntity.put({ ...stored!, PTStatus: 17 }).go();
    const { ProfileTemplateKey: enabled } = await putProfile(90_403, owner, version);
    const unit = await aVoiceUnit({ FirmVer: '2.2.0.0.5' });
    const refusals = async (newTemplateKey: number, of = unit) => {
      const { status, body } = await saves(of, { newTemplateKey });
      return [status, body.message];
    };
    expect(await refusals(ofOther)).toEqual([422, 'The profile belongs to another dealer']);
    expect(await refusals(disabled)).toEqual([422, 'The profile is disabled']);
    const later = await aVoiceUnit({ FirmVer: '2.2.0.0.4', PTUnitFirmVer: '2.2.0.0.4' });
    expect(await refusals(enabled, later)).toEqual([
      422,
      'The profile is for firmware 2.2.0.0.5, the unit has 2.2.0.0.4',
    ]);
    expect(await refusals(disabled, await aVoiceUnit({ FirmVer: '2.2.0.0.4', ProfileTemplateKey: disabled }))).toEqual([
      200,
      undefined,
    ]);
    expect(await refusals(enabled, await aVoiceUnit({ FirmVer: '' }))).toEqual([200, undefined]);
  });

  it('gives categories that look alike by now, and gives them back to a unit with events of its own', async () => {
    const owner = { DealerKey: 22, dealerPath: '/1/22/' };
    const { ProfileTemplateKey } = await putProfile(90_398, owner, { version: 1, Settings: {}, Events: ALIKE });
    const unit = await aVoiceUnit({ FirmVer: '2.2.0.0.5' });
    const { Events } = await read(unit);
    expect(await saves(unit, { Events: ALIKE })).toMatchObject({ status: 422 });
    const given = await saves(unit, { newTemplateKey: ProfileTemplateKey, Events: ALIKE });
    expect(given).toMatchObject({ status: 200, body: { Events: ALIKE } });
    expect(await saves(unit, { Events })).toMatchObject({ status: 200, body: { Events } });
    expect(await saves(unit, { Events: ALIKE })).toMatchObject({ status: 200, body: { Events: ALIKE } });
    const third = { ...ALIKE.categories[1]!, CategoryName: 'fаmily' };
    const more = { ...ALIKE, categories: [...ALIKE.categories, third] };
    expect(await saves(unit, { Events: more })).toMatchObject({ status: 422 });
  });
});

describe('two people who save the same unit', () => {
  it('get a conflict that says by field what changed since, and lose nothing', async () => {
    const unit = await aVoiceUnit();
    await saves(unit, { newTabs: { SpeakerVol: 1, MicVol: 1, CallAttempts: 3 } });
    const seen = await read(unit);
    await saves(unit, { newTabs: { SpeakerVol: 2, MicVol: 2 } }, seen);
    const second = await saves(unit, { newTabs: { CallAttempts: 4 } }, seen);
    expect(second).toMatchObject({
      status: 409,
      body: {
        message: 'Somebody else changed Speaker volume and Microphone volume meanwhile',
        issues: [
          { path: 'SpeakerVol', message: 'Speaker volume: 1 → 2' },
          { path: 'MicVol', message: 'Microphone volume: 1 → 2' },
        ],
      },
    });
    // Made on the newest revision, it is saved beside the others.
    expect((await saves(unit, { newTabs: { CallAttempts: 4 } })).body.tabs).toMatchObject({
      ...{ SpeakerVol: 2, MicVol: 2, CallAttempts: 4 },
    });
  });

  it('at the same moment are one after the other', async () => {
    const unit = await aVoiceUnit();
    const seen = await read(unit);
    const answers = await Promise.all([1, 2, 3].map((SpeakerVol) => saves(unit, { newTabs: { SpeakerVol } }, seen)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await read(unit)).revision).toBe(1);
  });

  it('lose nothing if the unit gets another firmware meanwhile, whose masks have other bits', async () => {
    const unit = await aVoiceUnit({ FirmVer: '2.2.0.0.4_b7' });
    const newTabs = { SpeakerVol: 8 };
    expect((await saves(unit, { newTabs, unitFirmVer: '2.2.0.0.3' })).status).toBe(409);
    expect((await saves(unit, { newTabs, unitFirmVer: '2.2.0.0.4' })).status).toBe(200);
  });

  it.each([[''], ['v2.2-rc1']])(
    'reach a unit that says the firmware %j, and show it what a profile gives',
    async (FirmVer) => {
      const unit = await aVoiceUnit({ FirmVer });
      expect((await saves(unit, { newTabs: { SpeakerVol: 8 }, unitFirmVer: FirmVer })).status).toBe(200);
      const { ProfileTemplateKey: key, UnitModel } = unit;
      expect(
        (await call(unitConfiguration.template, { key: key!, UnitModel, UnitFirmVer: FirmVer, as: editor })).status,
      ).toBe(200);
    },
  );

  it('of whom one moves it to another dealer change the one or the other', async () => {
    const unit = await aVoiceUnit();
    const seen = await read(unit);
    beforeNextTransaction(() =>
      UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ DealerKey: 220, dealerPath: '/1/22/220/' }).go(),
    );
    expect((await saves(unit, { newTabs: { SpeakerVol: 8 } }, seen)).status).toBe(409);
    expect((await read(unit)).revision).toBe(0);
  });
});

describe('a unit that moves to another dealer', () => {
  it('takes its configuration with it, and nobody’s name', async () => {
    const unit = await aVoiceUnit();
    await saves(unit, { newTabs: { SpeakerVol: 8 } });
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    const shown = await ask(unitConfiguration.get, {
      id: unit.UnitSerNum,
      as: await aUser({ dealer: 49, flags: ['UNIT_VIEW'] }),
    });
    expect(shown).toMatchObject({ revision: 1, tabs: { SpeakerVol: 8 } });
    expect(JSON.stringify(shown)).not.toContain(editor.UserName);
  });
});

describe('the next expected ping [P2-C12]', () => {
  it('is absent before the first ping', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    await UnitEntity.patch({ UnitSerNum }).remove(['lastPing', 'lastPingAt']).go();
    expect(await ask(unitConfiguration.nextExpectedPing, { UnitSerNum, as: editor })).toEqual({ UnitSerNum });
  });

  it('is one interval after the last one', async () => {
    const lastPing = { lastPingTime: '2026-11-21T12:00:00.000Z', pingReason: 'Scheduled' };
    const { UnitSerNum } = await aVoiceUnit({ lastPing });
    const { nextExpectedPing } = await ask(unitConfiguration.nextExpectedPing, { UnitSerNum, as: editor });
    expect(Date.parse(nextExpectedPing!) - Date.parse(lastPing.lastPingTime)).toBe(24 * 3_600_000);
  });
});
