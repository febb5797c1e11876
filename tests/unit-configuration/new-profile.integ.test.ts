import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type DealerRules, USUAL_RULES } from '#core/dealers/rules.ts';
import { profiles } from '#core/profiles/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { seed as profileItems } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call, type Input } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction, loseTable } from '#support/table-faults.ts';
import { putProfile } from './a-profile.ts';

const STANDARD = standardProfileKey('MXD-LTE', 'Standard');

let editor: UserRecord;
let unit: UnitRecord;
let newName: string;
let made = 0;

beforeAll(async () => {
  await someDealers();
  await writeAll(await profileItems({ now: Date.now(), count: 0 }), () => {});
  editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'PROFILE_EDIT'] });
});
beforeEach(async () => {
  newName = `Quiet flats ${++made}`;
  unit = await aUnit({ UnitModel: 'MXD-LTE', ProfileTemplateKey: STANDARD });
});

const read = () => ask(unitConfiguration.get, { id: unit.UnitSerNum, as: editor });
type Given = Partial<Input<typeof unitConfiguration.save>>;
const saves = async (given: Given = {}, as = editor) => {
  const { revision, tabs } = await read();
  const { UnitSerNum } = unit;
  const asked = { model: 'MXD-LTE' as const, UnitSerNum, revision, oldTabs: tabs, newTabs: { SpeakerVol: 2 } };
  return call(unitConfiguration.save, { ...asked, newName, ...given, as });
};
const named = async () => {
  const { items } = await ask(profiles.list, { flag: 'own', UnitModel: 'MXD-LTE', as: editor });
  return items.filter(({ ProfileName }) => ProfileName === newName);
};
const stored = async () => (await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go({ consistent: true })).data!;

describe('a unit whose settings are saved as a new profile [P2-B59]', () => {
  it('has the profile, and no difference from it', async () => {
    const { status, body } = await saves();
    const [profile] = await named();
    expect({ status, ...body }).toMatchObject({ status: 200, revision: 1, ProfileKey: profile!.ProfileKey });
    expect(body.settings.filter(({ source }: { source: string }) => source === 'unit')).toEqual([]);
    expect(profile).toMatchObject({ DealerKey: 22, PTStatus: 16, version: 1, isOwn: true });
    const whole = await ask(profiles.get, { ProfileKey: profile!.ProfileKey, as: editor });
    const { LineID, Label, SimOptions, UIDLength } = await ask(profiles.get, { ProfileKey: STANDARD, as: editor });
    expect(whole).toMatchObject({ LineID, Label, SimOptions, UIDLength, Settings: { SpeakerVol: 2 } });
    expect(await stored()).toMatchObject({ ProfileTemplateKey: profile!.ProfileKey, PTName: newName });
  });

  it('has the first unit ID option of the dealer if that of the profile is not offered', async () => {
    const setRules = (Rules: DealerRules) => DealerEntity.patch({ DealerKey: 22 }).set({ Rules }).go();
    onTestFinished(async () => void (await setRules(USUAL_RULES)));
    await setRules({ ...USUAL_RULES, impra: true });
    expect((await saves()).status).toBe(200);
    expect(await named()).toMatchObject([{ UnitIDOptions: 'Use Serial Number' }]);
  });

  it('takes its Line ID and label from a profile of a dealer above, which the caller does not see', async () => {
    const above = await putProfile(90_411, { DealerKey: 22, dealerPath: '/1/22/' }, { version: 1, Settings: {} });
    unit = await aUnit({ UnitModel: 'MXD-LTE', ...above, DealerKey: 220, dealerPath: '/1/22/220/' });
    editor = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'PROFILE_EDIT'] });
    onTestFinished(async () => {
      editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'PROFILE_EDIT'] });
    });
    expect((await call(profiles.get, { ProfileKey: 90_411, as: editor })).status).toBe(404);
    expect((await saves()).status).toBe(200);
    expect(await named()).toMatchObject([{ DealerKey: 220, LineID: 'OR', Label: 'Default' }]);
  });

  it('is in the audit, and so is the profile', async () => {
    await saves();
    const [profile] = await named();
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([
      { action: 'change configuration', after: { PTName: newName, SpeakerVol: ['2'] } },
    ]);
    expect(await auditOf('profile', String(profile!.ProfileKey))).toMatchObject([{ action: 'create profile' }]);
  });

  it('can belong to a dealer below the one that gets the profile', async () => {
    unit = await aUnit({
      ...{ UnitModel: 'MXD-LTE', ProfileTemplateKey: STANDARD, DealerKey: 220, dealerPath: '/1/22/220/' },
    });
    expect((await saves()).status).toBe(200);
    expect(await named()).toMatchObject([{ DealerKey: 22 }]);
  });

  it.each([1, 2].flatMap((write) => [[write, 'before'] as const, [write, 'after'] as const]))(
    'has all or nothing if the table is lost at write %i (%s it)',
    async (write, when) => {
      const { revision, tabs } = await read();
      const asked = { model: 'MXD-LTE' as const, UnitSerNum: unit.UnitSerNum, revision, oldTabs: tabs };
      const back = loseTable(write, when);
      const { status } = await call(unitConfiguration.save, {
        ...asked,
        newTabs: { SpeakerVol: 2 },
        newName,
        as: editor,
      });
      expect(back()).toBe(true);
      expect(status).toBe(500);
      const written = write === 2 && when === 'after' ? 1 : 0;
      expect([(await named()).length, (await read()).revision]).toEqual([written, written]);
    },
  );

  it('gets nothing if somebody else saved it, and no profile is left over', async () => {
    const { revision, tabs } = await read();
    await saves({ newName: undefined, newTabs: { MicVol: 2 } });
    expect(await saves({ revision, oldTabs: tabs })).toMatchObject({
      status: 409,
      body: { message: 'Somebody else changed Microphone volume meanwhile' },
    });
    expect(await named()).toEqual([]);
  });

  it('is saved by one of two people at the same moment, with one profile', async () => {
    const [first, second] = [newName, `${newName} b`];
    const { revision, tabs } = await read();
    const seen = { revision, oldTabs: tabs };
    const answers = await Promise.all([saves({ ...seen, newName: first }), saves({ ...seen, newName: second })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { items } = await ask(profiles.list, { flag: 'own', UnitModel: 'MXD-LTE', as: editor });
    expect(items.filter(({ ProfileName }) => [first, second].includes(ProfileName))).toHaveLength(1);
  });

  it('keeps its settings if the name is taken, also by somebody at the same moment', async () => {
    const other = await aUnit({ UnitModel: 'MXD-LTE', ProfileTemplateKey: STANDARD, FirmVer: unit.FirmVer });
    const mine = unit;
    beforeNextTransaction(async () => {
      unit = other;
      expect((await saves()).status).toBe(200);
      unit = mine;
    });
    expect(await saves()).toMatchObject({ status: 409, body: { issues: [{ path: 'newName' }] } });
    expect((await read()).revision).toBe(0);
    expect(await named()).toHaveLength(1);
  });

  it.each([
    [
      'the unit',
      () => UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ DealerKey: 220, dealerPath: '/1/22/220/' }),
    ],
    ['the dealer', () => DealerEntity.patch({ DealerKey: 22 }).set({ dealerPath: '/1/49/22/', tree: 'all' })],
  ])('changes nothing if %s moves meanwhile', async (_, moved) => {
    beforeNextTransaction(() => moved().go());
    const { status } = await saves();
    await DealerEntity.patch({ DealerKey: 22 }).set({ dealerPath: '/1/22/', tree: 'all' }).go();
    expect([status, await named(), (await stored()).configRevision]).toEqual([409, [], undefined]);
  });

  it('does not exist for a foreign dealer, whose own profiles stay as they are', async () => {
    const cedar = await aUser({ dealer: 49, flags: ['UNIT_EDIT', 'PROFILE_EDIT'] });
    expect((await saves({}, cedar)).status).toBe(404);
    // Nor does the profile that such a dealer made: nobody bases a profile on it.
    const { items } = await ask(profiles.list, { flag: 'own', UnitModel: 'MXD-LTE', as: editor });
    const own = await aUnit({ ...{ UnitModel: 'MXD-LTE', DealerKey: 49, dealerPath: '/1/49/' } });
    unit = await aUnit({ UnitModel: 'MXD-LTE', ProfileTemplateKey: STANDARD });
    const foreign = await call(unitConfiguration.save, {
      ...{ model: 'MXD-LTE', UnitSerNum: own.UnitSerNum, revision: 0, oldTabs: {}, newTabs: {}, newName },
      ...{ newTemplateKey: items[0]!.ProfileKey, as: cedar },
    });
    expect(foreign.status).toBe(404);
    expect(await named()).toEqual([]);
  });

  it('needs the right to save profiles too', async () => {
    const unitEditor = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'PROFILE'] });
    expect((await saves({}, unitEditor)).status).toBe(403);
    expect((await saves({ newName: undefined }, unitEditor)).status).toBe(200);
    expect(await named()).toEqual([]);
  });

  it('has a profile and a firmware before', async () => {
    unit = await aUnit({ UnitModel: 'MXD-LTE', ProfileTemplateKey: 999_999 });
    expect(await saves()).toMatchObject({ status: 422, body: { message: /^Choose a profile first/ } });
    unit = await aUnit({ UnitModel: 'MXD-LTE', ProfileTemplateKey: STANDARD, FirmVer: '' });
    expect(await saves()).toMatchObject({ status: 422, body: { message: /not told its firmware/ } });
  });
});
