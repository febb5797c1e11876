import { orUndefined } from '#core/errors.ts';
import { USUAL_EVENTS } from '#core/profiles/events.ts';
import type { ProfileRecord } from '#core/profiles/profile.ts';
import { carriedSettings, type Version, wholeSettings } from '#core/profiles/settings/settings.ts';
import { type Scope, WHOLE_TREE } from '#core/scope.ts';
import { carriedLayers } from '#core/unit-configuration/configuration.ts';
import { shownFirmware } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { profileStore } from '../profiles/profiles.ts';
import { type UnitConfiguration, unitConfigurationStore } from './configurations.ts';

/** The layers of a unit, before anybody saved some: its profile as it is now. */
export type Draft = Pick<
  UnitConfiguration,
  'layers' | 'ProfileKey' | 'profileVersion' | 'revision' | 'resendFrom' | 'settingsRevision'
>;

/** Which settings a unit has, and what the bits of its masks mean. */
export const versionOf = ({ UnitModel, FirmVer }: Pick<UnitRecord, 'UnitModel' | 'FirmVer'>): Version => ({
  UnitModel,
  UnitFirmVer: shownFirmware(FirmVer),
});

/** The revision that last changed settings or events. */
export const settingsRevisionOf = ({ settingsRevision, revision }: Draft): number => settingsRevision ?? revision;

/** The saved configuration, or the one that a first save begins with. */
export async function draftOf(unit: UnitRecord): Promise<Draft & { savedAt?: string }> {
  const saved = await unitConfigurationStore.get(unit.UnitSerNum);
  return saved ? carriedTo(unit, saved) : unsavedDraft(unit);
}

/** What a unit has whose configuration nobody has saved: what its profile says now, or said in an earlier version. */
export async function unsavedDraft(unit: UnitRecord, version?: number): Promise<Draft> {
  const { layers, ProfileKey, profileVersion } = await withProfile(WHOLE_TREE, unit, unit.ProfileTemplateKey, version);
  return { revision: 0, resendFrom: 0, layers, ProfileKey, profileVersion };
}

export const carriedTo = (unit: UnitRecord, saved: UnitConfiguration): UnitConfiguration => ({
  ...saved,
  layers: carriedLayers(
    saved.layers,
    { ...versionOf(unit), UnitFirmVer: saved.UnitFirmVer },
    versionOf(unit).UnitFirmVer,
  ),
});

/** The layers that a profile gives to a unit, in its newest version if none is named. A unit whose profile is gone has the usual settings of its model. */
export async function withProfile(
  scope: Pick<Scope, 'dealerPath'>,
  unit: UnitRecord,
  ProfileKey: number | undefined,
  profileVersion?: number,
) {
  const version = versionOf(unit);
  // No setting belongs to a dealer yet.
  const dealer = { Settings: {} };
  const own = { Settings: {} };
  const profile = ProfileKey === undefined ? undefined : await profileStore.get(scope, ProfileKey).catch(orUndefined);
  if (!profile || profile.UnitModel !== unit.UnitModel)
    return { layers: { profile: { Settings: wholeSettings(version, {}), Events: USUAL_EVENTS }, dealer, unit: own } };
  return {
    layers: { profile: await layerOf(profile, version.UnitFirmVer, profileVersion), dealer, unit: own },
    ProfileKey: profile.ProfileKey,
    profileVersion: profileVersion ?? profile.version,
    profile,
  };
}

/** What a profile gives to units with a firmware. */
export async function layerOf(profile: ProfileRecord, UnitFirmVer: string, version = profile.version) {
  const { Settings, Events } = await profileStore.content(profile, version);
  return { Settings: carriedSettings(profile, UnitFirmVer, Settings), Events };
}
