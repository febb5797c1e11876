import type { ProfileRecord } from '#core/profiles/profile.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { tryWrite } from '../kit/conditions.ts';
import { keyFields } from './profile-changes.ts';
import { ProfileEntity } from './profiles.ts';

/** A profile that others change meanwhile gets its keys from their change. */
const MAX_TRIES = 5;

/**
 * Writes the keys of all profiles again, so that those from before an index are in it. Returns their number. It can be repeated, and people
 * can work meanwhile.
 */
export async function indexProfiles(): Promise<number> {
  let count = 0;
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: ProfileRecord[]; cursor: string | null } = await ProfileEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100 });
      await Promise.all(page.data.map(({ ProfileKey }) => indexProfile(ProfileKey)));
      count += page.data.length;
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return count;
}

async function indexProfile(ProfileKey: number): Promise<void> {
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    const { data: was } = await ProfileEntity.get({ ProfileKey }).go({ consistent: true });
    if (!was) return;
    const { PTStatus, dealerPath } = was;
    const isWritten = await tryWrite(
      ProfileEntity.patch({ ProfileKey })
        .set({ PTStatus, ...keyFields(was) })
        .where((stored, { eq }) => `${eq(stored.PTStatus, PTStatus)} AND ${eq(stored.dealerPath, dealerPath)}`)
        .go(),
    );
    if (isWritten) return;
  }
  throw new Error(`The profile ${ProfileKey} changes all the time. Try again`);
}
