import type { z } from 'zod';
import { unitIDOptionsOf } from '#core/dealers/rules.ts';
import type { Profile, ProfileContent, ProfileRecord, ProfileRow } from '#core/profiles/profile.ts';
import { covers, type Scope } from '#core/scope.ts';
import { dealerSettingsStore } from '../dealer-settings/dealer-settings.ts';
import { dealerStore } from '../dealers/dealers.ts';

/** Profiles as the caller may see them: the people of dealer 1 are not named to other dealers. */
export async function shownProfiles(
  scope: Pick<Scope, 'dealerPath'>,
  profiles: readonly ProfileRecord[],
  now: number,
): Promise<ProfileRow[]> {
  const names = await dealerStore.names(
    profiles.map(({ DealerKey }) => DealerKey),
    now,
  );
  return profiles.map(({ dealerPath, ...profile }) => {
    const isOwn = covers(scope, dealerPath);
    return { ...profile, DealerName: names.get(profile.DealerKey)!, isOwn, savedBy: isOwn ? profile.savedBy : '' };
  });
}

/** A profile with its content. A standard profile that somebody saves as their own gets the options of the own dealer. */
export async function shownProfile(
  scope: Pick<Scope, 'dealerPath' | 'dealerKey'>,
  profile: ProfileRecord,
  content: ProfileContent,
  now: number,
): Promise<z.input<typeof Profile>> {
  const owner = covers(scope, profile.dealerPath) ? profile.DealerKey : scope.dealerKey;
  const [[row], { settings }] = await Promise.all([
    shownProfiles(scope, [profile], now),
    dealerSettingsStore.get(scope, owner),
  ]);
  return { ...row!, ...content, UnitIDOptionsOffered: unitIDOptionsOf(settings.account.Rules) };
}
