import type { TransactWriteEntities } from 'electrodb';
import { orUndefined } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { broughtLayers, keepsProfile, type NewPlace } from '#core/unit-configuration/brought.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { Write } from '../kit/change.ts';
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
  /** The name of the profile that it leaves behind. */
  leftProfileName: string | undefined;
  /** Stores the configuration as the unit brings it along. Its condition fails if somebody saved another one since it was read. */
  write(to: To): Write;
}

/**
 * What a unit that moves brings along of its configuration: all of it, with what its profile and its dealer gave as its own. Nobody reads what belongs to the
 * dealer that it left any more. The revision and each value stay, so what the unit has reported, and what waits for it, stay true.
 */
export async function broughtConfiguration(unit: UnitRecord, to: NewPlace): Promise<Brought> {
  const { UnitSerNum } = unit;
  const saved = await unitConfigurationStore.get(UnitSerNum);
  const key = saved ? saved.ProfileKey : unit.ProfileTemplateKey;
  const profile = key === undefined ? undefined : await profileStore.get(WHOLE_TREE, key).catch(orUndefined);
  const isKept = profile !== undefined && keepsProfile(profile, to);
  const leavesProfile = key !== undefined && !isKept;
  const had =
    saved ?? (leavesProfile ? { ...(await unsavedDraft(unit)), UnitFirmVer: versionOf(unit).UnitFirmVer } : undefined);
  const item = had && { UnitSerNum, ...broughtItem(had, leavesProfile) };
  const isSame = isEqual(item?.layers, had?.layers);
  return {
    leavesProfile,
    leftProfileName: leavesProfile ? (profile?.ProfileName ?? namedBy(unit, key)) : undefined,
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
