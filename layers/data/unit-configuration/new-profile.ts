import { AppError } from '#core/errors.ts';
import type { ProfileEvents } from '#core/profiles/events.ts';
import { type ProfileContent, type ProfileRecord, UnitFirmVer } from '#core/profiles/profile.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { type Version, wholeSettings } from '#core/profiles/settings/settings.ts';
import type { Rights } from '#core/scope.ts';
import { creationEntry, newProfile } from '../profiles/profile-changes.ts';
import { profileStore } from '../profiles/profiles.ts';
import { requireOffered } from '../profiles/require-offered.ts';

/** A profile that is stored together with the first unit that has it. */
export interface CreatedProfile {
  profile: ProfileRecord;
  content: ProfileContent;
  /** Its entry of the audit. */
  entry: ReturnType<typeof creationEntry>;
}

/**
 * A new profile of the scope's dealer for the unit's model and firmware, with these settings and events. Its other fields are those of the profile
 * `from`. Nothing is stored.
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
  const { LineID, Label, SimOptions, UnitIDOptions, UIDLength } = await profileStore.get(scope, from);
  const content: ProfileContent = {
    ...{ LineID, Label, SimOptions, UnitIDOptions, UIDLength },
    Settings: wholeSettings(version, wanted.Settings),
    Events: wanted.Events,
  };
  await requireOffered(scope, scope.dealerKey, content);
  const profile = await newProfile(scope, { ...version, ProfileName: wanted.ProfileName }, content, now);
  return { profile, content, entry: creationEntry(scope, profile, now) };
}
