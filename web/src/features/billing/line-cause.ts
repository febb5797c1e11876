import type { z } from 'zod';
import type { BillRow } from '#core/billing/bill.ts';
import { daysOfPeriod, periodOfDay } from '#core/billing/period.ts';
import { plusDays } from '#core/calendar-days.ts';
import { paths } from '#web/lib/page/paths.ts';

/**
 * The address of the changes of the unit that caused a line: on its day for an activation, else from its day to the end of the period. A day more on both
 * sides, because days of bills are those of one zone. Undefined if the unit belongs to another dealer now.
 */
export function causeAddress({
  UnitSerNum,
  CurrentFullUnitID,
  Type,
  Date: day,
}: Pick<z.output<typeof BillRow>, 'UnitSerNum' | 'CurrentFullUnitID' | 'Type' | 'Date'>): string | undefined {
  if (CurrentFullUnitID === '') return undefined;
  const last = Type === 'Activation' ? day : daysOfPeriod(periodOfDay(day)).last;
  return paths.unitHistory({
    ...{ unit: UnitSerNum, UnitSerNum, tab: 'unit' },
    ...{ startDate: plusDays(day, -1), endDate: plusDays(last, 1) },
  });
}
