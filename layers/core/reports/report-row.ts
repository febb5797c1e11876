import { z } from 'zod';
import { Instant } from '../time.ts';
import { Unit } from '../units/unit.ts';

/** A row of a report: the unit, the time, and what the report says of it. */
export const ReportRow = Unit.pick({
  UnitSerNum: true,
  UnitModel: true,
  DealerKey: true,
  DealerName: true,
  FirmVer: true,
  IMEI: true,
}).extend({
  FullUnitID: z.string(),
  /** Distinguishes the rows of a unit. */
  subject: z.string(),
  at: Instant,
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type ReportRow = z.infer<typeof ReportRow>;
