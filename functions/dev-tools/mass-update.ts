import type { MassOutcome } from '#core/dev-tools/mass-update.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { profileStore } from '#data/profiles/profiles.ts';
import { assignProfile, draftOf } from '#data/unit-configuration/save.ts';
import { unitStore } from '#data/units/units.ts';

interface Asked {
  UnitModel: UnitModel;
  ProfileKey: number;
  units: readonly string[];
}

/** Gives the profile to each unit, in the transaction of a single save. A unit that is refused does not keep others from it. */
export async function massUpdate(scope: Scope, { UnitModel, ProfileKey, units }: Asked): Promise<MassOutcome[]> {
  const profile = await profileStore.get(scope, ProfileKey);
  if (profile.UnitModel !== UnitModel) throw new AppError('NOT_FOUND', 'There is no such profile for this model');
  const wanted = [...new Set(units)];
  const found = new Map((await unitStore.getMany(scope, wanted)).map((unit) => [unit.UnitSerNum, unit]));
  const outcomes: MassOutcome[] = [];
  for (const UnitSerNum of wanted) outcomes.push(await updateOne(scope, found.get(UnitSerNum), UnitSerNum, profile));
  return outcomes;
}

async function updateOne(
  scope: Scope,
  unit: UnitRecord | undefined,
  UnitSerNum: string,
  { ProfileKey, UnitModel }: { ProfileKey: number; UnitModel: UnitModel },
): Promise<MassOutcome> {
  const refused = (reason: string) => ({ UnitSerNum, outcome: 'refused', reason }) as const;
  if (!unit) return refused('There is no such unit');
  if (unit.UnitModel !== UnitModel) return refused(`The unit is a ${unit.UnitModel}`);
  try {
    const { revision } = await draftOf(unit);
    await assignProfile(scope, unit, ProfileKey, Date.now());
    return { UnitSerNum, outcome: (await draftOf(unit)).revision === revision ? 'same' : 'updated' };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL') return refused(error.message);
    throw error;
  }
}
