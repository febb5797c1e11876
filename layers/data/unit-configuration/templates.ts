import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { type ConfigurationChange, changesOf, valuesOf, withEvents } from '#core/unit-configuration/configuration.ts';
import { profileDealersOf, profilesFor } from '#core/unit-configuration/unit-profiles.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { profileStore } from '../profiles/profiles.ts';
import { draftOf, layerOf, versionOf } from './save.ts';

/** The most profiles of a dealer that one answer is made of. Who has more types how the name begins. */
const OFFERED = 200;

/** The profiles that the caller can give to the unit, of those whose names begin with `search`. */
export async function unitProfiles(scope: Scope, unit: UnitRecord, search: string) {
  const start = search.trimStart();
  const lists = await Promise.all(
    profileDealersOf(scope, unit).map((dealer) => profileStore.ofDealer(dealer, unit.UnitModel, start, OFFERED)),
  );
  return {
    ...profilesFor(
      unit,
      lists.flatMap(({ items }) => items),
    ),
    more: lists.some(({ more }) => more),
  };
}

/** What a profile gives to a unit with this firmware. */
export async function template(scope: Scope, key: number, UnitModel: UnitModel, UnitFirmVer: string | undefined) {
  const profile = await profileStore.get(scope, key);
  if (profile.UnitModel !== UnitModel) throw new AppError('NOT_FOUND', 'There is no such profile for this model');
  const { Settings, Events } = await layerOf(profile, UnitFirmVer ?? profile.UnitFirmVer);
  const { ProfileKey, ProfileName } = profile;
  return { ProfileKey, ProfileName, UnitFirmVer: profile.UnitFirmVer, tabs: Settings, Events };
}

/** What the unit should have otherwise than its profile says now. A unit without a profile differs in nothing. */
export async function differencesFromTemplate(scope: Scope, unit: UnitRecord): Promise<ConfigurationChange[]> {
  const { layers, ProfileKey } = await draftOf(unit);
  if (ProfileKey === undefined) return [];
  const version = versionOf(unit);
  const { tabs, Events } = await template(scope, ProfileKey, unit.UnitModel, version.UnitFirmVer);
  return changesOf(version, withEvents(tabs, Events), valuesOf(layers));
}
