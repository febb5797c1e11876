import { isDay } from '#core/calendar-days.ts';
import { REVERSED_DATES } from '#core/logs/moments.ts';
import { lastDays, presetRange } from '#web/components/date-range/presets.ts';
import { type DateRange, rangeInstants } from '#web/components/date-range/range.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

/** The days before today that a log shows [P3-K23, P3-K24]. */
const USUAL_DAYS = 2;

/** P3-V02, P3-V03. */
const INVALID_DATE = 'Invalid date';

/** Why a log cannot be read in a range of days; undefined if it can. Equal days pass. */
export function logRangeProblem({ start, end }: DateRange): string | undefined {
  if (!isDay(start) || !isDay(end)) return INVALID_DATE;
  return start > end ? REVERSED_DATES : undefined;
}

/** The range of days of a log in the address. `names` are its parameters. */
export function useLogDays(names = { start: 'startDate', end: 'endDate' }, usualDays = USUAL_DAYS) {
  const { parameters, change } = useAddressParameters();
  const { timeZone } = useTimeStyle();
  const usual = presetRange(lastDays(usualDays), new Date(), timeZone);
  // A day that was cleared is not the usual one.
  const dayOf = (side: keyof DateRange) => parameters.get(names[side])?.replace(CLEARED, '') ?? usual[side];
  const range: DateRange = { start: dayOf('start'), end: dayOf('end') };
  const problem = logRangeProblem(range);
  const instants = () => {
    const { from, to } = rangeInstants(range, timeZone);
    return { startDate: from!.toISOString(), endDate: to!.toISOString() };
  };
  const parametersOf = ({ start, end }: DateRange) => ({
    [names.start]: start || CLEARED,
    [names.end]: end || CLEARED,
  });
  return {
    range,
    /** The parameters of the address for a range. */
    parametersOf,
    setRange: (next: DateRange) => change(parametersOf(next)),
    problem,
    instants,
  };
}

const CLEARED = 'none';
