import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

/** The profiles that the unit can have, of those whose names begin with `search`. */
export const useUnitProfiles = (
  { UnitModel, FirmVer, PTUnitFirmVer, UnitSerNum, DealerKey }: Pick<Unit, 'UnitSerNum'> & Partial<Unit>,
  search: string,
) =>
  useEndpoint(
    unitConfiguration.unitProfiles,
    {
      ...(UnitModel && { Model: UnitModel }),
      ...(FirmVer && { FirmVer }),
      ...(PTUnitFirmVer && { PTUnitFirmVer }),
      UnitSerNum,
      ...(DealerKey && { DealerKey }),
      ...(search && { search }),
    },
    { keepPreviousData: true },
  );
