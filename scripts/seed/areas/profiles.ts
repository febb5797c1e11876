import { nameSkeleton } from '#core/name-skeleton.ts';
import { ProfileEntity, ProfileNameEntity, ProfileVersionEntity } from '#data/profiles/profiles.ts';
import { seedProfiles } from '../profiles.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

/** Profiles, each with its first version. */
export const seed: Seed = function* ({ now }) {
  for (const { profile, content } of seedProfiles(now)) {
    const { ProfileKey, DealerKey, UnitModel, UnitFirmVer, ProfileName, savedAt, savedBy } = profile;
    yield itemOf(ProfileEntity, profile);
    yield itemOf(ProfileVersionEntity, { ...content, ProfileKey, version: 1, changes: [], savedAt, savedBy });
    yield itemOf(ProfileNameEntity, {
      ...{ DealerKey, UnitModel, UnitFirmVer, ProfileKey },
      name: nameSkeleton(ProfileName),
    });
  }
};
