import type { ProfileRecord } from '#core/profiles/profile.ts';
import { keepsProfile } from '#core/unit-configuration/brought.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { pathOf } from '../dealers/move/follower.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import type { Upgraded } from '../kit/upgraded.ts';
import { ProfileEntity } from '../profiles/profiles.ts';
import { broughtConfiguration, broughtEntities, PROFILE_FIELDS } from '../unit-configuration/brought.ts';
import { leftProfileEntries } from './left-profile.ts';
import { isInPlace } from './place-writes.ts';
import { UnitEntity } from './units.ts';
import { CHANGES_ALL_THE_TIME, upgradeUnits } from './upgrade-units.ts';

/**
 * Removes the profiles that units kept when they came to another place in the tree, before the move removed them. Each value stays, as the unit's own.
 * It can be repeated, and people can work meanwhile.
 */
export function leaveForeignProfiles(now: number): Promise<Upgraded> {
  const profiles = new Map<number, ProfileRecord | null>();
  const isForeign = async ({ ProfileTemplateKey: ProfileKey, dealerPath }: UnitRecord) => {
    if (ProfileKey === undefined) return false;
    if (!profiles.has(ProfileKey)) profiles.set(ProfileKey, (await ProfileEntity.get({ ProfileKey }).go()).data);
    const profile = profiles.get(ProfileKey);
    return profile ? !keepsProfile(profile, { dealerPath }) : false;
  };
  return upgradeUnits(isForeign, (UnitSerNum) => leaveIfForeign(UnitSerNum, now));
}

const leaveIfForeign = (UnitSerNum: string, now: number): Promise<boolean> =>
  retry(CHANGES_ALL_THE_TIME, async () => {
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    // A unit that has not followed its dealer yet leaves the profile when it does.
    if (!unit || (await pathOf(unit.DealerKey)) !== unit.dealerPath) return false;
    const { DealerKey, dealerPath } = unit;
    const brought = await broughtConfiguration(unit, { dealerPath });
    // The profile can be assigned otherwise by now. One that is deleted names no dealer.
    if (brought.leftProfileDealer === undefined) return false;
    const entities = { unit: UnitEntity, dealer: DealerEntity, ...broughtEntities };
    const audit = leftProfileEntries(unit, brought, now);
    await change({ entities, audit, refused: { changed: RETRY } }, (to) => [
      to.unit
        .patch({ UnitSerNum })
        .remove([...PROFILE_FIELDS])
        .where(isInPlace(unit))
        .commit(),
      brought.write(to),
      dealerIsAt(to.dealer, { DealerKey, dealerPath }),
    ]);
    return true;
  });
