import { beforeAll, describe, expect, it } from 'vitest';
import type { ProfileRecord } from '#core/profiles/profile.ts';
import { profileLists } from '#data/profiles/profile-lists.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { unitProfiles } from '#data/unit-configuration/templates.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { measure, measured } from '#support/capacity.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

// A choice reads up to 200 profiles: there are more than that from the beginning, also of those whose names begin with the text.
const FEW = 1_000;
const MANY = 5_000;
const FIRMWARE = '2.2.0.0.5';

const profile = (number: number): ProfileRecord => ({
  ...{ ProfileKey: 500_000 + number, ProfileName: `Homes ${number}`, UnitModel: 'MXD-LTE', UnitFirmVer: FIRMWARE },
  ...{ PTStatus: 16, LineID: 'OR', Label: 'Default', SimOptions: 2, UnitIDOptions: 'Default', UIDLength: 4 },
  ...{ DealerKey: 49, dealerPath: '/1/49/', version: 1, savedAt: '2026-11-01T00:00:00.000Z', savedBy: 'Olive' },
});

const add = (from: number, to: number) =>
  writeAll(
    Array.from({ length: to - from }, (_, index) => itemOf(ProfileEntity, profile(from + index))),
    () => {},
  );

describe('with many profiles', () => {
  beforeAll(someDealers);

  it('a page of the list, and what is offered for a unit, cost the same as with few', async () => {
    const scope = scopeOf(await aUser({ dealer: 49 }));
    const unit = await aUnit({ dealer: 49, UnitModel: 'MXD-LTE', FirmVer: FIRMWARE, PTUnitFirmVer: FIRMWARE });
    await add(0, FEW);
    measure((entity, index) => `${entity}.${index}`);
    const costOf = async (read: () => Promise<object>) => {
      measured();
      const answer = await read();
      return { read: measured().read, answer };
    };
    const costs = async () => {
      const { cursor } = await profileLists.listOwn(scope, { UnitModel: 'MXD-LTE', pageSize: 100 });
      return {
        first: await costOf(() => profileLists.listOwn(scope, { UnitModel: 'MXD-LTE', pageSize: 25 })),
        middle: await costOf(() =>
          profileLists.listOwn(scope, { UnitModel: 'MXD-LTE', pageSize: 25, cursor: cursor! }),
        ),
        offered: await costOf(() => unitProfiles(scope, unit, '')),
        found: await costOf(() => unitProfiles(scope, unit, 'homes')),
      };
    };
    const few = await costs();
    await add(FEW, MANY);
    const many = await costs();
    expect(many.offered.answer).toMatchObject({ more: true });
    for (const read of ['first', 'middle', 'offered', 'found'] as const)
      expect(many[read].read, read).toBeLessThanOrEqual(few[read].read + 0.5);
  });
});
