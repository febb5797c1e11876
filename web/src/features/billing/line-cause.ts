import type { z } from 'zod';
import type { BillRow } from '#core/billing/bill.ts';
import { daysOfPeriod, periodOfDay } from '#core/billing/period.ts';
import { plusDays } from '#core/calendar-days.ts';
import { paths } from '#web/lib/page/paths.ts';

/**
 * The address of the changes of the unit in the days of a line: on its day for one activation, else from its day to the end of the period. A day more on
 * both sides, because days of bills are those of one zone. Undefined if the unit belongs to another dealer now.
 */
export function causeAddress({
  UnitSerNum,
  CurrentFullUnitID,
  Type,
  Date: day,
  count,
}: Pick<z.output<typeof BillRow>, 'UnitSerNum' | 'CurrentFullUnitID' | 'Type' | 'Date' | 'count'>): string | undefined {
  if (CurrentFullUnitID === '') return undefined;
  const last = Type === 'Activation' && count === 1 ? day : daysOfPeriod(periodOfDay(day)).last;
  return paths.unitHistory({
    ...{ unit: UnitSerNum, UnitSerNum, tab: 'unit' },
    ...{ startDate: plusDays(day, -1), endDate: plusDays(last, 1) },
  });
}
