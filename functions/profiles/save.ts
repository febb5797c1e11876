import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { requireContent } from '#core/profiles/content.ts';
import type { profiles } from '#core/profiles/contract.ts';
import { tidyEvents } from '#core/profiles/events.ts';
import type { ProfileContent } from '#core/profiles/profile.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { carriedSettings } from '#core/profiles/settings/settings.ts';
import type { Scope } from '#core/scope.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { profileChangeStore } from '#data/profiles/profile-changes.ts';
import { profileStore } from '#data/profiles/profiles.ts';
import { requireOffered } from '#data/profiles/require-offered.ts';
import { shownProfile } from '#data/profiles/shown.ts';

type Given = z.output<typeof profiles.save.input>;

const invalid = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

/** Saves a profile as its next version, or as a new profile of the scope's dealer. */
export async function save(scope: Scope, input: Given, now: number) {
  const { profData, saveMethod, newestRevision, newName } = input;
  const isNew = saveMethod === 'newProfile';
  const { ProfileKey } = profData;
  const profile = await (isNew ? profileStore.get(scope, ProfileKey) : profileStore.getOwn(scope, ProfileKey));
  const { UnitModel } = profile;
  if (profData.UnitModel !== UnitModel) throw new AppError('NOT_FOUND', 'There is no such profile');
  const version = { UnitModel, UnitFirmVer: profData.UnitFirmVer };
  const stored = await profileStore.content(profile, profile.version);
  const known = carriedSettings(profile, version.UnitFirmVer, stored.Settings);
  const content = contentOf(input, known);
  requireContent(version, content, stored.Events);

  if (isNew) {
    if (newName === undefined) throw invalid('newName', 'The name is missing');
    await requireOffered(scope, scope.dealerKey, content);
    const created = await profileChangeStore.create(scope, { ...version, ProfileName: newName }, content, now);
    return shownProfile(scope, created, content, now);
  }

  if (shownFirmware(version.UnitFirmVer) !== shownFirmware(profile.UnitFirmVer))
    throw invalid(
      'profData.UnitFirmVer',
      `This profile is for firmware ${profile.UnitFirmVer}. Save it as a new profile for ${version.UnitFirmVer}`,
    );
  if (content.UnitIDOptions !== profile.UnitIDOptions) await requireOffered(scope, profile.DealerKey, content);
  const saved = await profileChangeStore.save(scope, { ProfileKey, version: newestRevision }, content, now);
  return shownProfile(scope, saved, content, now);
}

/** A setting that the caller does not name keeps its value. */
const contentOf = (input: Given, known: Settings): ProfileContent => ({
  LineID: input.newLineID,
  Label: input.newLabel,
  SimOptions: input.newSimOptions,
  UnitIDOptions: input.newUnitIDOptions,
  UIDLength: input.newUIDLength,
  Settings: { ...known, ...input.newData },
  Events: tidyEvents(input.events),
});
