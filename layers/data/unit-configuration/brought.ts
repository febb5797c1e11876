import type { TransactWriteEntities } from 'electrodb';
import { orUndefined } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { broughtLayers, keepsProfile, type NewPlace } from '#core/unit-configuration/brought.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { Write } from '../kit/change.ts';
import { profileVersionAt } from '../profiles/profile-version-at.ts';
import { profileStore } from '../profiles/profiles.ts';
import { type UnitConfiguration, UnitConfigurationEntity, unitConfigurationStore } from './configurations.ts';
import { unsavedDraft, versionOf } from './draft.ts';

/** The entities of a transaction that moves a unit with its configuration. */
export const broughtEntities = { configuration: UnitConfigurationEntity };
type To = TransactWriteEntities<typeof broughtEntities>;

/** The fields of a unit that name its profile. */
export const PROFILE_FIELDS = ['ProfileTemplateKey', 'PTName', 'PTUnitFirmVer'] as const;

export interface Brought {
  /** The unit leaves its profile behind: its item must not name the profile any more. */
  leavesProfile: boolean;
  /** The name of the profile that it leaves behind, and the dealer of that profile unless it is deleted. */
  leftProfileName: string | undefined;
  leftProfileDealer: number | undefined;
  /** Stores the configuration as the unit brings it along. Its condition fails if somebody saved another one since it was read. */
  write(to: To): Write;
}

/**
 * What a unit that moves brings along of its configuration: all of it, with what its profile and its dealer gave as its own. Nobody reads what belongs to the
 * dealer that it left any more. The revision and each value stay, so what the unit has reported, and what waits for it, stay true.
 * @param movedAt When its dealer moved: what others save in their profiles after that is not for the unit. Absent: now.
 */
export async function broughtConfiguration(unit: UnitRecord, to: NewPlace, movedAt?: string): Promise<Brought> {
  const { UnitSerNum } = unit;
  const saved = await unitConfigurationStore.get(UnitSerNum);
  const key = saved ? saved.ProfileKey : unit.ProfileTemplateKey;
  const profile = key === undefined ? undefined : await profileStore.get(WHOLE_TREE, key).catch(orUndefined);
  const isKept = profile !== undefined && keepsProfile(profile, to);
  const leavesProfile = key !== undefined && !isKept;
  const unsaved = async () => {
    const version = profile && movedAt !== undefined ? await profileVersionAt(profile, movedAt) : undefined;
    return { ...(await unsavedDraft(unit, version)), UnitFirmVer: versionOf(unit).UnitFirmVer };
  };
  const had = saved ?? (leavesProfile ? await unsaved() : undefined);
  const item = had && { UnitSerNum, ...broughtItem(had, leavesProfile) };
  const isSame = isEqual(item?.layers, had?.layers);
  return {
    leavesProfile,
    leftProfileName: leavesProfile ? (profile?.ProfileName ?? namedBy(unit, key)) : undefined,
    leftProfileDealer: leavesProfile ? profile?.DealerKey : undefined,
    write: ({ configuration }) =>
      (item && !isSame ? configuration.put(item) : configuration.check({ UnitSerNum }))
        .where(({ revision }, { eq, notExists }) => (saved ? eq(revision, saved.revision) : notExists(revision)))
        .commit(),
  };
}

/** The unit names the profile also when that is deleted. */
const namedBy = ({ ProfileTemplateKey, PTName }: UnitRecord, key: number): string | undefined =>
  ProfileTemplateKey === key ? PTName : undefined;

function broughtItem<Item extends Omit<UnitConfiguration, 'UnitSerNum'>>(
  { ProfileKey, profileVersion, layers, ...item }: Item,
  leavesProfile: boolean,
) {
  return {
    ...item,
    layers: broughtLayers(layers, !leavesProfile),
    ...(!leavesProfile && { ProfileKey, profileVersion }),
  };
}
