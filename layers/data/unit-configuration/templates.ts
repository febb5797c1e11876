import { AppError, orUndefined } from '#core/errors.ts';
import type { ProfileRecord } from '#core/profiles/profile.ts';
import type { Scope } from '#core/scope.ts';
import { type ConfigurationChange, changesOf, valuesOf, withEvents } from '#core/unit-configuration/configuration.ts';
import { firmwareOf, profileDealersOf, profilesFor } from '#core/unit-configuration/unit-profiles.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { profileLists } from '../profiles/profile-lists.ts';
import { profileStore } from '../profiles/profiles.ts';
import { draftOf, layerOf, versionOf } from './draft.ts';

/** The most profiles of a dealer, for each firmware, that one answer is made of. Who has more types how the name begins. */
const OFFERED = 200;

interface Some {
  items: ProfileRecord[];
  more: boolean;
  /** It has those for a higher firmware than that of the unit's profile. */
  hasHigher?: boolean;
}

/** The profiles that the caller can give to the unit, of those whose names begin with `search`. */
export async function unitProfiles(scope: Scope, unit: UnitRecord, search: string) {
  const start = search.trimStart();
  const lists: Some[] = await Promise.all(
    profileDealersOf(scope, unit).flatMap((dealer) =>
      start ? profileLists.ofDealer(dealer, unit.UnitModel, start, OFFERED) : offeredByFirmware(dealer, unit),
    ),
  );
  return {
    ...profilesFor(
      unit,
      lists.flatMap(({ items }) => items),
    ),
    moreHigher: lists.some(({ more, hasHigher }) => more && hasHigher),
    more: lists.some(({ more }) => more),
  };
}

/** What a dealer offers for the firmware of the unit's profile, for the unit's own, and for those between. */
function offeredByFirmware(dealer: number, unit: UnitRecord): Promise<Some>[] {
  const { current, firmware } = firmwareOf(unit);
  const forOne = (one: string) => profileLists.forFirmware(dealer, unit.UnitModel, one, OFFERED);
  const above = compareFirmware(firmware, current);
  if (above === 0) return [forOne(firmware)];
  if (above < 0) return [forOne(current), forOne(firmware)];
  const higher = async (some: Promise<Some>) => ({ ...(await some), hasHigher: true });
  return [
    higher(forOne(firmware)),
    higher(profileLists.forFirmwareBetween(dealer, unit.UnitModel, current, firmware, OFFERED)),
    forOne(current),
  ];
}

/** What a profile gives to a unit with this firmware. */
export async function template(scope: Scope, key: number, UnitModel: UnitModel, UnitFirmVer: string | undefined) {
  const profile = await profileStore.get(scope, key);
  if (profile.UnitModel !== UnitModel) throw new AppError('NOT_FOUND', 'There is no such profile for this model');
  const { Settings, Events } = await layerOf(profile, UnitFirmVer ?? profile.UnitFirmVer);
  const { ProfileKey, ProfileName } = profile;
  return { ProfileKey, ProfileName, UnitFirmVer: profile.UnitFirmVer, tabs: Settings, Events };
}

/**
 * What the unit should have otherwise than its profile says now. A profile that the caller does not see counts as the unit has it. A unit without a
 * profile differs in nothing.
 */
export async function differencesFromTemplate(scope: Scope, unit: UnitRecord): Promise<ConfigurationChange[]> {
  const { layers, ProfileKey } = await draftOf(unit);
  if (ProfileKey === undefined) return [];
  const version = versionOf(unit);
  const now = await template(scope, ProfileKey, unit.UnitModel, version.UnitFirmVer).catch(orUndefined);
  const base = now ? withEvents(now.tabs, now.Events) : valuesOf({ ...layers, unit: { Settings: {} } });
  return changesOf(version, base, valuesOf(layers));
}
