import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

/** The profiles that the unit can have. */
export const useUnitProfiles = ({ UnitModel, FirmVer, PTUnitFirmVer, UnitSerNum, DealerKey }: Unit) =>
  useEndpoint(unitConfiguration.unitProfiles, {
    Model: UnitModel,
    FirmVer,
    ...(PTUnitFirmVer && { PTUnitFirmVer }),
    UnitSerNum,
    DealerKey,
  });
