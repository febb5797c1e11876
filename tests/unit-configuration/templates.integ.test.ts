import { beforeAll, describe, expect, it } from 'vitest';
import { profiles } from '#core/profiles/contract.ts';
import type { ProfileRecord } from '#core/profiles/profile.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { profileDealersOf } from '#core/unit-configuration/unit-profiles.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { seed as profileItems } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask, call } from '#support/call.ts';
import { measure, measured } from '#support/capacity.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let editor: UserRecord;
beforeAll(async () => {
  await someDealers();
  await writeAll(await profileItems({ now: Date.now(), count: 0 }), () => {});
  editor = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'PROFILE_EDIT'] });
});

const NEW = standardProfileKey('MXD-LTE', 'Standard');
const OLD = standardProfileKey('MXD-LTE', 'Standard', 1);
const keysOf = (list: readonly { ProfileKey: number }[]) => list.map(({ ProfileKey }) => ProfileKey);

describe('the profiles of a unit', () => {
  it('are those of its firmware, of its profile’s firmware, and the newer ones that it has reached [P2-C04]', async () => {
    const [older, newer] = await Promise.all(
      [OLD, NEW].map((ProfileKey) => ask(profiles.get, { ProfileKey, as: editor })),
    );
    // The profiles for older firmware are disabled in the seed.
    await call(profiles.setStatus, { ProfileKey: OLD, PTStatus: older!.PTStatus, as: editor });
    const unit = await aUnit({
      UnitModel: 'MXD-LTE',
      FirmVer: `${newer!.UnitFirmVer}_b`,
      PTUnitFirmVer: older!.UnitFirmVer,
    });
    const read = () => ask(unitConfiguration.unitProfiles, { UnitSerNum: unit.UnitSerNum, as: editor });
    const offered = await read();
    expect(keysOf(offered.currentProfiles)).toContain(OLD);
    expect(keysOf(offered.currentProfiles)).not.toContain(NEW);
    expect(keysOf(offered.newHigherProfiles)).toContain(NEW);
    expect(keysOf(offered.currentVersionOptions)).toContain(NEW);
    await call(profiles.setStatus, { ProfileKey: NEW, PTStatus: 16, as: editor });
    expect(keysOf((await read()).newHigherProfiles)).not.toContain(NEW);
    await call(profiles.setStatus, { ProfileKey: NEW, PTStatus: 17, as: editor });
  });

  it('are found by how their names begin, however many there are, at the cost of one page', async () => {
    const [first] = seedProfiles(Date.now()).filter(({ profile }) => profile.UnitModel === 'myConnect');
    const UnitFirmVer = first!.profile.UnitFirmVer;
    const named = (index: number) => `Home ${String(index).padStart(4, '0')}`;
    const profilesOf = (DealerKey: number, dealerPath: string, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const ProfileKey = DealerKey * 10_000 + index;
        const own = { DealerKey, dealerPath, ProfileKey, ProfileName: named(index), UnitFirmVer };
        return itemOf(ProfileEntity, { ...first!.profile, ...own });
      });
    await writeAll([...profilesOf(22, '/1/22/', 5_000), ...profilesOf(49, '/1/49/', 500)], () => {});
    const myConnect = { UnitModel: 'myConnect', FirmVer: UnitFirmVer, PTUnitFirmVer: UnitFirmVer } as const;
    const [many, few] = await Promise.all([
      aUnit(myConnect),
      aUnit({ ...myConnect, DealerKey: 49, dealerPath: '/1/49/' }),
    ]);
    const [ofMany, ofFew] = await Promise.all([22, 49].map((dealer) => aUser({ dealer, flags: ['UNIT_VIEW'] })));
    measure((entity) => entity);
    const offered = async ({ UnitSerNum }: UnitRecord, as: UserRecord, search?: string) => {
      measured();
      const { currentProfiles, more } = await ask(unitConfiguration.unitProfiles, {
        ...{ UnitSerNum, as },
        ...(search !== undefined && { search }),
      });
      return { names: currentProfiles.map(({ ProfileName }) => ProfileName), more, read: measured().read };
    };
    // The first call of a person reads what later calls have cached.
    for (const [unit, as] of [
      [many, ofMany!],
      [few, ofFew!],
    ] as const)
      await offered(unit, as);
    const all = await offered(many, ofMany!);
    expect(all.more).toBe(true);
    expect((await offered(few, ofFew!)).read).toBe(all.read);
    expect(await offered(many, ofMany!, 'hOME 4999')).toMatchObject({ names: [named(4_999)], more: false });
    expect((await offered(many, ofMany!, 'Home 49')).names).toHaveLength(100);
    expect((await offered(few, ofFew!, 'Home 4999')).names).toEqual([]);
  });

  it('include the newer ones, however many older or disabled ones there are, at the same cost', async () => {
    const [first] = seedProfiles(Date.now()).filter(({ profile }) => profile.UnitModel === 'myConnect Air');
    const [older, between, newer] = ['1.9.0', '1.10.0.1', '1.10.2'] as const;
    const some = (dealer: number, count: number, fields: { from: number } & Partial<ProfileRecord>) =>
      Array.from({ length: count }, (_, index) => {
        const { from, ...others } = fields;
        const own = { DealerKey: dealer, dealerPath: `/1/${dealer}/`, ProfileKey: dealer * 100_000 + from + index };
        const ProfileName = `Home ${String(index).padStart(4, '0')}`;
        return itemOf(ProfileEntity, { ...first!.profile, ProfileName, ...own, ...others });
      });
    const withOlder = (dealer: number, count: number) => [
      ...some(dealer, count, { from: 0, UnitFirmVer: older }),
      ...some(dealer, 250, { from: 6_000, UnitFirmVer: newer, PTStatus: 17 }),
      ...some(dealer, 1, { from: 7_000, UnitFirmVer: between, ProfileName: 'Yard' }),
      ...some(dealer, 1, { from: 8_000, UnitFirmVer: newer, ProfileName: 'Zoo' }),
      ...some(dealer, 1, { from: 9_000, UnitFirmVer: '1.10.3', ProfileName: 'Not reached yet' }),
    ];
    await writeAll([...withOlder(22, 5_000), ...withOlder(49, 250)], () => {});
    measure((entity) => entity);
    const read = async (dealer: number, FirmVer: string, PTUnitFirmVer: string) => {
      const [unit, as] = await Promise.all([
        aUnit({ dealer, UnitModel: 'myConnect Air', FirmVer, PTUnitFirmVer }),
        aUser({ dealer, flags: ['UNIT_VIEW'] }),
      ]);
      const asked = () => ask(unitConfiguration.unitProfiles, { UnitSerNum: unit.UnitSerNum, as });
      // The first call of a person reads what later calls have cached.
      await asked();
      measured();
      return { ...(await asked()), read: measured().read };
    };
    const namesOf = (list: readonly { ProfileName: string }[]) => list.map(({ ProfileName }) => ProfileName).sort();
    const many = await read(22, `${newer}_b`, older);
    expect(namesOf(many.newHigherProfiles)).toEqual(['Yard', 'Zoo']);
    expect(namesOf(many.currentVersionOptions)).toEqual(['Zoo']);
    expect(many).toMatchObject({ currentProfiles: { length: 200 }, more: true, moreHigher: false });
    expect((await read(49, `${newer}_b`, older)).read).toBe(many.read);
    // A unit that has the newest profile already, and one that went back to older firmware.
    expect(await read(22, newer, newer)).toMatchObject({ newHigherProfiles: [], more: false });
    const back = await read(22, between, newer);
    expect(back).toMatchObject({ newHigherProfiles: [], more: false });
    expect(namesOf(back.currentVersionOptions)).toEqual(['Yard']);
    await writeAll(some(22, 250, { from: 9_100, UnitFirmVer: newer }), () => {});
    const manyHigher = await read(22, `${newer}_b`, older);
    expect(manyHigher).toMatchObject({ newHigherProfiles: { length: 201 }, moreHigher: true });
  });

  it('are those of the dealers above the unit that the caller sees, and not of dealers beside it', () => {
    const unit = { dealerPath: '/1/22/220/' };
    expect(profileDealersOf({ dealerPath: '/1/' }, unit)).toEqual([1, 22, 220]);
    expect(profileDealersOf({ dealerPath: '/1/22/' }, unit)).toEqual([1, 22, 220]);
    expect(profileDealersOf({ dealerPath: '/1/22/220/' }, unit)).toEqual([1, 220]);
  });

  it('say what they give, and what the unit has otherwise [P2-C05 P2-C13]', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE', ProfileTemplateKey: NEW });
    const { UnitSerNum } = unit;
    const given = await ask(unitConfiguration.template, { key: NEW, UnitModel: 'MXD-LTE', as: editor });
    const before = await ask(unitConfiguration.get, { id: UnitSerNum, as: editor });
    expect(Object.keys(given.tabs)).toEqual(Object.keys(before.tabs));
    const differences = () => ask(unitConfiguration.compareToTemplate, { UnitSerNum, as: editor });
    expect(await differences()).toEqual({ changes: [] });
    const SpeakerVol = given.tabs.SpeakerVol === 8 ? 7 : 8;
    await call(unitConfiguration.save, {
      ...{ model: 'MXD-LTE' as const, UnitSerNum, revision: 0, oldTabs: before.tabs, newTabs: { SpeakerVol } },
      as: editor,
    });
    expect((await differences()).changes).toEqual([
      { name: 'SpeakerVol', label: 'Speaker volume', from: [String(given.tabs.SpeakerVol)], to: [String(SpeakerVol)] },
    ]);
    const other = await call(unitConfiguration.template, { key: NEW, UnitModel: 'myConnect', as: editor });
    expect(other.status).toBe(404);
  });
});
