import { dayIn, isDay, plusDays } from '../calendar-days.ts';
import { instant } from '../time.ts';
import { inZone } from '../time-zones.ts';
import type { Address } from './report-list.ts';

/** Days (`2026-11-21`); an empty text is no bound. */
interface Days {
  start: string;
  end: string;
}

const CLEARED = 'none';
/** The longest range of a saved report that moves on with the days. */
export const MOST_DAYS = 366;

/** The parameter of an address that names a number of days up to today. Dates in the address come first. */
export const LAST_DAYS = 'days';

/** The days from `days` days ago up to today. */
export const daysUpTo = (today: string, days: number): Days => ({ start: plusDays(today, -days), end: today });

/** The first and the last instant of days in a zone. */
export const instantsOfDays = ({ start, end }: Days, timeZone: string) => ({
  startDate: instant(inZone(`${start}T00:00`, timeZone).getTime()),
  endDate: instant(inZone(`${plusDays(end, 1)}T00:00`, timeZone).getTime() - 1),
});

interface Now {
  timeZone: string;
  now: number;
}

/** The range of days at an address, or the usual days up to today, and why a report cannot be read in it. */
export function reportDaysAt(
  address: Address,
  usualDays: number,
  { timeZone, now }: Now,
  names = { start: 'startDate', end: 'endDate' },
) {
  const usual = daysUpTo(dayIn(now, timeZone), lastDaysAt(address) ?? usualDays);
  // A day that was cleared is not the usual one.
  const dayOf = (side: keyof Days) => address.get(names[side])?.replace(CLEARED, '') ?? usual[side];
  const range: Days = { start: dayOf('start'), end: dayOf('end') };
  const problem = rangeProblemOf(range);
  return { range, problem, instants: problem === undefined ? instantsOfDays(range, timeZone) : null };
}

/** The parameters of an address with this range. */
export const parametersOfDays = ({ start, end }: Days, names = { start: 'startDate', end: 'endDate' }) => ({
  [names.start]: start || CLEARED,
  [names.end]: end || CLEARED,
  [LAST_DAYS]: undefined,
});

/** The number of days up to today that an address names; 0 is today only. */
export function lastDaysAt(address: Address): number | undefined {
  const days = address.get(LAST_DAYS) ?? '';
  return /^\d{1,3}$/.test(days) && Number(days) <= MOST_DAYS ? Number(days) : undefined;
}

/** Why a report cannot be read in a range of days [P3-V07]; undefined if it can. Equal days pass. */
export function rangeProblemOf({ start, end }: Days): string | undefined {
  if (!isDay(start) || !isDay(end)) return 'Invalid date';
  return end < start ? 'The end date is before the start date' : undefined;
}
