import type { z } from 'zod';
import type { BillRow } from '#core/billing/bill.ts';
import { daysOfPeriod, periodOfDay } from '#core/billing/period.ts';
import { plusDays } from '#core/calendar-days.ts';
import { paths } from '#web/lib/page/paths.ts';

/**
 * The address of the changes of the unit that a line follows from: on its day for one activation, else from the begin of the service or its day on, to the end of the
 * period. A day more on both sides, because days of bills are those of one zone. Undefined if the reader does not see the unit.
 */
export function causeAddress({
  UnitSerNum,
  CurrentFullUnitID,
  Type,
  Date: day,
  since = day,
  count,
}: Pick<z.output<typeof BillRow>, 'UnitSerNum' | 'CurrentFullUnitID' | 'Type' | 'Date' | 'since' | 'count'>):
  | string
  | undefined {
  if (CurrentFullUnitID === '') return undefined;
  const last = Type === 'Activation' && count === 1 ? day : daysOfPeriod(periodOfDay(day)).last;
  return paths.unitHistory({
    ...{ unit: UnitSerNum, UnitSerNum, tab: 'unit' },
    ...{ startDate: plusDays(since, -1), endDate: plusDays(last, 1) },
  });
}
