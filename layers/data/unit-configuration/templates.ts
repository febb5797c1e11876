import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { type ConfigurationChange, changesOf, valuesOf, withEvents } from '#core/unit-configuration/configuration.ts';
import { profilesFor } from '#core/unit-configuration/unit-profiles.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { profileStore } from '../profiles/profiles.ts';
import { draftOf, layerOf, versionOf } from './save.ts';

/** The first page of a dealer's profiles of a model is all that a unit is offered. */
const OFFERED = 500;

/** The profiles that the caller can give to the unit. */
export async function unitProfiles(scope: Scope, unit: UnitRecord) {
  const request = { UnitModel: unit.UnitModel, pageSize: OFFERED };
  const pages = await Promise.all([
    profileStore.listStandard(request),
    ...(scope.dealerKey === ROOT_DEALER ? [] : [profileStore.listOwn(scope, request)]),
  ]);
  return profilesFor(
    unit,
    pages.flatMap(({ items }) => items),
  );
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
