import { dayIn } from '../calendar-days.ts';

/** The first and the last day of a period. */
export interface PeriodDays {
  first: string;
  last: string;
}

/** The last day of a month that counts to the same month (portal-1 section 9). */
const LAST_DAY = 18;

/** The period of a month: `2026-11`. Month 0 is December of the year before, month 13 is January of the next year. */
export const periodOfMonth = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 7);

/** The period of a day: up to day 18 its month, from day 19 on the next month. */
export function periodOfDay(day: string): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return periodOfMonth(year, dayOfMonth <= LAST_DAY ? month : month + 1);
}

/** The period of a moment in a zone. */
export const periodAt = (moment: number, timeZone: string): string => periodOfDay(dayIn(moment, timeZone));

/** The days of a period: `2026-11` is October 19 to November 18. */
export function daysOfPeriod(period: string): PeriodDays {
  const [year, month] = period.split('-').map(Number) as [number, number];
  return { first: `${periodOfMonth(year, month - 1)}-${LAST_DAY + 1}`, last: `${period}-${LAST_DAY}` };
}

export function periodBefore(period: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number];
  return periodOfMonth(year, month - 1);
}

export function periodAfter(period: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number];
  return periodOfMonth(year, month + 1);
}

/** The periods from one up to another, both included: none if the first is the later one. */
export function periodsBetween(first: string, last: string): string[] {
  const periods: string[] = [];
  for (let period = first; period <= last; period = periodAfter(period)) periods.push(period);
  return periods;
}
