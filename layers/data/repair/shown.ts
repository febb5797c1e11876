import type { RepairUnit } from '#core/repair/repair-unit.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '../dealers/dealers.ts';

export async function shownRepairUnit(unit: UnitRecord, now: number): Promise<RepairUnit> {
  const names = await dealerStore.names([unit.DealerKey], now);
  return {
    UnitSerNum: unit.UnitSerNum,
    FullUnitID: fullUnitID(unit),
    UnitModel: unit.UnitModel,
    UnitStatus: unit.UnitStatus,
    DealerKey: unit.DealerKey,
    DealerName: names.get(unit.DealerKey)!,
    IMEI: unit.IMEI,
    FirmVer: unit.FirmVer,
    ICCID1: unit.ICCID1,
    MSISDN1: unit.MSISDN1,
    ICCID2: unit.ICCID2,
    MSISDN2: unit.MSISDN2,
  };
}
