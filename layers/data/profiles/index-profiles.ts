import type { ProfileRecord } from '#core/profiles/profile.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { tryWrite } from '../kit/conditions.ts';
import { type Upgraded, upgradeOne } from '../kit/upgraded.ts';
import { keyFields } from './profile-changes.ts';
import { ProfileEntity } from './profiles.ts';

/** A profile that others change meanwhile gets its keys from their change. */
const MAX_TRIES = 5;

/**
 * Writes the keys of all profiles again, so that those from before an index are in it. It can be repeated, and people can work
 * meanwhile.
 */
export async function indexProfiles(): Promise<Upgraded> {
  const done: Upgraded = { count: 0, left: [] };
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: ProfileRecord[]; cursor: string | null } = await ProfileEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100 });
      await Promise.all(
        page.data.map(({ ProfileKey }) => upgradeOne(done, `profile ${ProfileKey}`, () => indexProfile(ProfileKey))),
      );
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return done;
}

async function indexProfile(ProfileKey: number): Promise<boolean> {
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    const { data: was } = await ProfileEntity.get({ ProfileKey }).go({ consistent: true });
    if (!was) return false;
    const { PTStatus, dealerPath } = was;
    const isWritten = await tryWrite(
      ProfileEntity.patch({ ProfileKey })
        .set({ PTStatus, ...keyFields(was) })
        .where((stored, { eq }) => `${eq(stored.PTStatus, PTStatus)} AND ${eq(stored.dealerPath, dealerPath)}`)
        .go(),
    );
    if (isWritten) return true;
  }
  throw new Error('Others change the profile all the time');
}
