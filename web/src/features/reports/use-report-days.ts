import { isDay } from '#core/calendar-days.ts';
import { lastDays, presetRange } from '#web/components/date-range/presets.ts';
import { type DateRange, rangeInstants } from '#web/components/date-range/range.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

const CLEARED = 'none';

/** The range of days at an address, or the usual days up to today. */
export function reportDaysAt(
  parameters: URLSearchParams,
  usualDays: number,
  timeZone: string,
  names = { start: 'startDate', end: 'endDate' },
) {
  const usual = presetRange(lastDays(usualDays), new Date(), timeZone);
  // A day that was cleared is not the usual one.
  const dayOf = (side: keyof DateRange) => parameters.get(names[side])?.replace(CLEARED, '') ?? usual[side];
  const range: DateRange = { start: dayOf('start'), end: dayOf('end') };
  const problem = rangeProblemOf(range);
  const { from, to } = problem === undefined ? rangeInstants(range, timeZone) : {};
  return { range, problem, instants: from && to ? { startDate: from.toISOString(), endDate: to.toISOString() } : null };
}

/** The range of days in the address of the page, and how to change it. */
export function useReportDays(usualDays: number, names = { start: 'startDate', end: 'endDate' }) {
  const { parameters, change } = useAddressParameters();
  const { timeZone } = useTimeStyle();
  return {
    ...reportDaysAt(parameters, usualDays, timeZone, names),
    setRange: ({ start, end }: DateRange) => change({ [names.start]: start || CLEARED, [names.end]: end || CLEARED }),
  };
}

/** Why a report cannot be read in a range of days [P3-V07]; undefined if it can. Equal days pass. */
function rangeProblemOf({ start, end }: DateRange): string | undefined {
  if (!isDay(start) || !isDay(end)) return 'Invalid date';
  return end < start ? 'The end date is before the start date' : undefined;
}
