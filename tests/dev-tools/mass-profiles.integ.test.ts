import { beforeAll, describe, expect, it } from 'vitest';
import { devTools } from '#core/dev-tools/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitEntity } from '#data/units/units.ts';
import { seed as profileItems } from '#scripts/seed/areas/profiles.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { cancelTransactions } from '#support/table-faults.ts';

type SeededProfile = ReturnType<typeof seedProfiles>[number];

let as: UserRecord;
const [{ profile: first }, { profile: other, content }] = seedProfiles(Date.now()).filter(
  ({ profile }) => profile.UnitModel === 'MXD-LTE' && profile.DealerKey === 1,
) as [SeededProfile, SeededProfile];

beforeAll(async () => {
  await someDealers();
  await writeAll(await profileItems({ now: Date.now(), count: 0 }), () => {});
  as = await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] });
});

const aVoiceUnit = async (dealer = 220) =>
  (await aUnit({ dealer, UnitModel: 'MXD-LTE', UnitStatus: 9, ProfileTemplateKey: first.ProfileKey })).UnitSerNum;
const update = (units: readonly string[]) =>
  ask(devTools.massUpdateUnitProfiles, {
    ...{ UnitModel: 'MXD-LTE' as const, ProfileKey: other.ProfileKey, units: [...units], as },
  });
const configurationOf = (id: string) => ask(unitConfiguration.get, { id, as });

describe('a mass update of profiles', () => {
  it('gives the profile to each unit, and tells the outcome of each [P3-C67]', async () => {
    const [changed, foreign] = [await aVoiceUnit(), await aVoiceUnit(49)];
    const { UnitSerNum: wearable } = await aUnit({ dealer: 220, UnitModel: 'myConnect' });
    const { tabs: before, Events } = await configurationOf(changed);
    const own = { CategoryName: 'Own category', Phone1: '8015550100', Phone2: '' };
    await ask(unitConfiguration.save, {
      ...{
        model: 'MXD-LTE' as const,
        UnitSerNum: changed,
        revision: 0,
        oldTabs: before,
        newTabs: { SpeakerVol: 8 },
        Events: { ...Events, categories: [...Events.categories, own] },
        as,
      },
    });
    expect((await update([changed, foreign, wearable, 'ZZZZZ9', changed])).outcomes).toEqual([
      { UnitSerNum: changed, outcome: 'updated' },
      { UnitSerNum: foreign, outcome: 'refused', reason: 'There is no such unit' },
      { UnitSerNum: wearable, outcome: 'refused', reason: 'The unit is a myConnect' },
      { UnitSerNum: 'ZZZZZ9', outcome: 'refused', reason: 'There is no such unit' },
    ]);
    const now = await configurationOf(changed);
    expect([now.ProfileKey, now.revision]).toEqual([other.ProfileKey, 2]);
    expect(now.settings.filter(({ source }) => source === 'unit')).toEqual([]);
    expect(now.Events).toEqual(content.Events);
    expect(await auditOf('unit', changed)).toContainEqual(
      expect.objectContaining({
        action: 'change configuration',
        actorKey: as.UserKey,
        after: expect.objectContaining({ PTName: other.ProfileName }),
      }),
    );
    expect((await UnitEntity.get({ UnitSerNum: foreign }).go()).data!.ProfileTemplateKey).toBe(first.ProfileKey);
  });

  it('that is sent twice, also at once, changes each unit once', async () => {
    const units = [await aVoiceUnit(), await aVoiceUnit()];
    const answers = await Promise.all([update(units), update(units)]);
    for (const UnitSerNum of units) {
      expect((await configurationOf(UnitSerNum)).revision).toBe(1);
      expect(answers.flatMap(({ outcomes }) => outcomes).some((one) => one.outcome === 'updated')).toBe(true);
    }
    expect((await update(units)).outcomes.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
  });

  it('goes on with the other units if one is busy', async () => {
    const units = [await aVoiceUnit(), await aVoiceUnit()];
    const refused = cancelTransactions(1);
    const { outcomes } = await update(units);
    expect(refused()).toBeGreaterThan(0);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['updated', 'updated']);
  });

  it('is refused with a profile of another model, and with more units than a call takes', async () => {
    const unit = await aVoiceUnit();
    const asked = { UnitModel: 'myConnect' as const, ProfileKey: other.ProfileKey, as };
    expect((await call(devTools.massUpdateUnitProfiles, { ...asked, units: [unit] })).status).toBe(404);
    const many = Array.from({ length: 26 }, (_, index) => String(400_000 + index));
    expect((await call(devTools.massUpdateUnitProfiles, { ...asked, units: many })).status).toBe(422);
  });
});
