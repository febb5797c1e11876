import type { ProfileRow } from '#core/profiles/profile.ts';
import { DEFAULT_UNIT_MODEL, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { paths } from '#web/lib/page/paths.ts';

/** Whose profiles a list shows: the own dealers', or those of dealer 1. */
export type ListFlag = 'own' | 'standard';

/** The list that the address names. Missing or wrong parameters get the default. */
export const listAddress = (parameters: URLSearchParams): { UnitModel: UnitModel; flag: ListFlag } => ({
  UnitModel: UNIT_MODELS.find((model) => model === parameters.get('UnitModel')) ?? DEFAULT_UNIT_MODEL,
  flag: parameters.get('flag') === 'standard' ? 'standard' : 'own',
});

export const profileHref = ({
  UnitModel,
  ProfileKey,
  UnitFirmVer,
}: Pick<ProfileRow, 'UnitModel' | 'ProfileKey' | 'UnitFirmVer'>) =>
  paths.profile({ unitModel: UnitModel, profile: ProfileKey, unitFirmVer: UnitFirmVer });
