import { beforeAll, describe, expect, it } from 'vitest';
import { profiles } from '#core/profiles/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { seed as profileItems } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { ask, call } from '#support/call.ts';
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
