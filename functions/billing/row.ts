import type { z } from 'zod';
import type { BillRow, SummaryRow } from '#core/billing/bill.ts';
import type { BillLine } from '#core/billing/bill-line.ts';
import type { TypeRow } from '#core/billing/totals.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';

/** A line as people see it. `unit` is absent if the reader may no longer see it. */
export function rowOf(
  { line, number }: { line: BillLine; number: number },
  BillingCode: string,
  unit: UnitRecord | undefined,
): z.input<typeof BillRow> {
  const {
    UnitSerNum,
    UnitModel,
    FullUnitID,
    ICCID = '',
    PhoneNumber = '',
    Carrier,
    Type,
    since,
    count,
    Rate,
    cents,
  } = line;
  return {
    id: `${UnitSerNum}-${number}`,
    BillingCode,
    ...{ UnitSerNum, UnitModel, FullUnitID, ICCID, PhoneNumber, Type, Date: line.Date, count, Rate, cents },
    CurrentFullUnitID: unit ? fullUnitID(unit) : '',
    ...(since !== undefined && { since }),
    ...(Carrier !== undefined && { Carrier }),
    ...(unit?.lastPingAt !== undefined && { LastPing: unit.lastPingAt }),
  };
}

/** The lines of one type, model and rate as people see them. */
export const summaryRowOf = (
  { Type, UnitModel, Rate, TypeCount, TypeSum }: TypeRow,
  BillingCode: string,
): z.input<typeof SummaryRow> => ({
  id: `${Type} ${UnitModel} ${Rate}`,
  ...{ BillingCode, Type, UnitModel, Rate, TypeCount, TypeSum },
});
