import { unitIDOptionsOf } from '#core/dealers/rules.ts';
import { AppError } from '#core/errors.ts';
import type { ProfileEvents } from '#core/profiles/events.ts';
import { type ProfileContent, type ProfileRecord, UnitFirmVer } from '#core/profiles/profile.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { type Version, wholeSettings } from '#core/profiles/settings/settings.ts';
import { type Rights, WHOLE_TREE } from '#core/scope.ts';
import { dealerSettingsStore } from '../dealer-settings/dealer-settings.ts';
import { creationEntry, newProfile } from '../profiles/profile-changes.ts';
import { profileStore } from '../profiles/profiles.ts';

/** A profile that is stored together with the first unit that has it. */
export interface CreatedProfile {
  profile: ProfileRecord;
  content: ProfileContent;
  /** Its entry of the audit. */
  entry: ReturnType<typeof creationEntry>;
}

/**
 * A new profile of the scope's dealer for the unit's model and firmware, with these settings and events. Its other fields are those of the profile
 * `from`, which the unit has or is offered; its unit ID option is the first one of the dealer if the dealer does not offer that of `from`. Nothing is stored.
 */
export async function profileFrom(
  scope: Rights,
  from: number | undefined,
  version: Version,
  wanted: { ProfileName: string; Settings: Settings; Events: ProfileEvents },
  now: number,
): Promise<CreatedProfile> {
  if (from === undefined)
    throw new AppError('INVALID', 'Choose a profile first: the new one takes its Line ID and label');
  if (!UnitFirmVer.safeParse(version.UnitFirmVer).success)
    throw new AppError('INVALID', 'The unit has not told its firmware yet. A profile is for one firmware');
  // It can belong to a dealer above the caller's, whose profiles the caller does not see otherwise.
  const { LineID, Label, SimOptions, UnitIDOptions, UIDLength } = await profileStore.get(WHOLE_TREE, from);
  const { settings } = await dealerSettingsStore.get(scope, scope.dealerKey);
  const offered = unitIDOptionsOf(settings.account.Rules);
  const content: ProfileContent = {
    ...{ LineID, Label, SimOptions, UIDLength },
    UnitIDOptions: offered.includes(UnitIDOptions) ? UnitIDOptions : (offered[0] ?? UnitIDOptions),
    Settings: wholeSettings(version, wanted.Settings),
    Events: wanted.Events,
  };
  const profile = await newProfile(scope, { ...version, ProfileName: wanted.ProfileName }, content, now);
  return { profile, content, entry: creationEntry(scope, profile, now) };
}
