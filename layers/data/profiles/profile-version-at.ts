import type { ProfileRecord } from '#core/profiles/profile.ts';
import { ProfileVersionEntity } from './profiles.ts';

/** The version of a profile that was the newest one at a time; its first one if there was none yet. */
export async function profileVersionAt(profile: ProfileRecord, at: string): Promise<number> {
  const { ProfileKey, version, savedAt } = profile;
  if (savedAt <= at) return version;
  const { data } = await ProfileVersionEntity.query
    .version({ ProfileKey })
    .go({ attributes: ['version', 'savedAt'], order: 'desc', pages: 'all', consistent: true });
  return (data.find((one) => one.savedAt <= at) ?? data.at(-1))?.version ?? version;
}
