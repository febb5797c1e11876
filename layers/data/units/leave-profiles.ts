import type { ProfileRecord } from '#core/profiles/profile.ts';
import { keepsProfile } from '#core/unit-configuration/brought.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { pathOf } from '../dealers/move/follower.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { ProfileEntity } from '../profiles/profiles.ts';
import { broughtConfiguration, broughtEntities, PROFILE_FIELDS } from '../unit-configuration/brought.ts';
import { leftProfileEntries } from './left-profile.ts';
import { isInPlace } from './place-writes.ts';
import { UnitEntity } from './units.ts';

/**
 * Removes the profiles that units kept when they came to another place in the tree, before the move removed them. Each value stays, as the unit's own. Returns
 * the number of these units. It can be repeated, and people can work meanwhile.
 */
export async function leaveForeignProfiles(now: number): Promise<number> {
  let count = 0;
  const profiles = new Map<number, ProfileRecord | null>();
  const profileOf = async (ProfileKey: number) => {
    if (!profiles.has(ProfileKey)) profiles.set(ProfileKey, (await ProfileEntity.get({ ProfileKey }).go()).data);
    return profiles.get(ProfileKey);
  };
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: UnitRecord[]; cursor: string | null } = await UnitEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100 });
      for (const { UnitSerNum, ProfileTemplateKey, dealerPath } of page.data) {
        const profile = ProfileTemplateKey === undefined ? undefined : await profileOf(ProfileTemplateKey);
        if (profile && !keepsProfile(profile, { dealerPath }) && (await leaveIfForeign(UnitSerNum, now))) count += 1;
      }
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return count;
}

const leaveIfForeign = (UnitSerNum: string, now: number): Promise<boolean> =>
  retry(`The unit ${UnitSerNum} changes all the time. Try again`, async () => {
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
