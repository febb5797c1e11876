import { z } from 'zod';
import { Unit } from '../units/unit.ts';

/** What an engineer compares with the board of a unit before a repair. */
export const RepairUnit = Unit.pick({
  UnitSerNum: true,
  UnitModel: true,
  UnitStatus: true,
  DealerKey: true,
  DealerName: true,
  IMEI: true,
  FirmVer: true,
  ICCID1: true,
  MSISDN1: true,
  ICCID2: true,
  MSISDN2: true,
}).extend({ FullUnitID: z.string() });
export type RepairUnit = z.infer<typeof RepairUnit>;
