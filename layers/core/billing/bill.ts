import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';
import { CarrierNumber, UnitModel } from '../units/unit.ts';
import { CHARGE_TYPES } from './rates.ts';

const LineType = z.enum([...CHARGE_TYPES, 'Correction']);
const cents = z.number().int();

/** The totals of a bill, in cents (docs/decisions/0127). */
export const Totals = z.object({
  Sum: cents,
  SumUnitsOnly: cents,
  CountUnitsOnly: z.number().int(),
  SumActivationsOnly: cents,
  GrandTotalSum: cents,
  totalUnitCount: z.number().int(),
});

/** How far bills under way are. */
export const BillProgress = z.object({
  percent: z.number().int(),
  /** How many units are done, of how many. Only for the root dealer, because they are the units of all dealers. */
  units: z.object({ done: z.number().int(), of: z.number().int() }).optional(),
});
export type BillProgress = z.infer<typeof BillProgress>;

interface Run {
  closedAt?: string | undefined;
  units: number;
  of?: number | undefined;
}

/** How far the bills of a period are; null if they are made, or are not begun. Units can come into service meanwhile, so 100 % is only reached at the end. */
export function progressOf(run: Run | undefined, showsUnits: boolean): BillProgress | null {
  if (!run || run.closedAt !== undefined || run.of === undefined) return null;
  const units = { done: run.units, of: Math.max(run.of, run.units) };
  const percent = units.of === 0 ? 0 : Math.min(99, Math.floor((100 * units.done) / units.of));
  return { percent, ...(showsUnits && { units }) };
}

/** What a dealer pays for a period. */
export const DealerBill = z.object({
  DealerKey,
  DealerName: z.string(),
  BillingCode: z.string(),
  totals: Totals,
});

/** The lines of a bill with one type, model and rate, in cents. */
export const SummaryRow = z.object({
  id: z.string(),
  BillingCode: z.string(),
  Type: LineType,
  UnitModel,
  Rate: cents,
  TypeCount: z.number().int(),
  TypeSum: cents,
});

/** A line of a bill. */
export const BillRow = z.object({
  id: z.string(),
  BillingCode: z.string(),
  UnitSerNum: z.string(),
  UnitModel,
  FullUnitID: z.string(),
  /** Empty if the reader may no longer see the unit. */
  CurrentFullUnitID: z.string(),
  ICCID: z.string(),
  PhoneNumber: z.string(),
  Carrier: CarrierNumber.optional(),
  Type: LineType,
  /** The first day that the line is for. */
  Date: z.iso.date(),
  /** When the service began that a line for days in service is for. */
  since: z.iso.date().optional(),
  /** Days in service, or activations. */
  count: z.number().int(),
  LastPing: Instant.optional(),
  Rate: cents,
  cents,
});
