import { devTools } from '#core/dev-tools/contract.ts';
import { type MassOutcome, UNITS_OF_A_CALL } from '#core/dev-tools/mass-update.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { call } from '#web/lib/api/api.ts';
import { useParts } from '#web/lib/api/use-parts.ts';

interface Asked {
  UnitModel: UnitModel;
  ProfileKey: number;
  units: readonly string[];
}

/** Gives a profile to many units, some in each call. */
export function useMassUpdate() {
  const parts = useParts<string, MassOutcome>(UNITS_OF_A_CALL);
  return {
    ...parts,
    start: ({ units, ...asked }: Asked) =>
      parts.start(
        units,
        async (part, options) =>
          (await call(devTools.massUpdateUnitProfiles, { ...asked, units: [...part] }, options)).outcomes,
      ),
  };
}
