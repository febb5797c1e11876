import type { Unit, UnitModel } from '#core/units/unit.ts';

/** The part of a unit that a console uses. */
export interface ConsoleUnit {
  UnitSerNum: string;
  UnitModel: UnitModel;
  FirmVer: string;
  imei: string;
  IPAddress: string | undefined;
  Carrier: number | undefined;
}

export function consoleUnit(unit: Unit): ConsoleUnit {
  const { UnitSerNum, UnitModel, FirmVer, IMEI, ActiveCarrier, activeSimSlot, ICCID1IP, ICCID2IP } = unit;
  return {
    UnitSerNum,
    UnitModel,
    FirmVer,
    imei: IMEI,
    IPAddress: activeSimSlot === 0 ? ICCID1IP : ICCID2IP,
    Carrier: ActiveCarrier,
  };
}
