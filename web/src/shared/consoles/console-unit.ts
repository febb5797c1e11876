import type { Unit, UnitModel } from '#core/units/unit.ts';

/** The part of a unit that a console uses. */
export interface ConsoleUnit {
  UnitSerNum: string;
  UnitModel: UnitModel;
  FirmVer: string;
  IPAddress: string | undefined;
  Carrier: number | undefined;
}

export function consoleUnit(unit: Unit): ConsoleUnit {
  const { UnitSerNum, UnitModel, FirmVer, ActiveCarrier, activeSimSlot, ICCID1IP, ICCID2IP } = unit;
  return {
    UnitSerNum,
    UnitModel,
    FirmVer,
    IPAddress: activeSimSlot === 0 ? ICCID1IP : ICCID2IP,
    Carrier: ActiveCarrier,
  };
}
