import {
  ACTIVITY_DAYS,
  ACTIVITY_RANGES,
  type ActivityRange,
  type Granularity,
  stepsBuckets,
  summaryOf,
} from '#core/reports/activity.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { historyBegin } from '#data/history/visible.ts';
import { activeDayStore } from '#data/reports/active-days.ts';
import { unitStore } from '#data/units/units.ts';

interface DaysAsked {
  UnitSerNum: string;
  StartDate?: string | undefined;
  EndDate?: string | undefined;
}

/** The longest range, in days: the longest choice, and some days for other calendars. */
const LONGEST = 366;

/** The days of a range with pings; the last 30 if no dates are given. They begin with what the caller may see of the unit. */
async function daysOf(
  scope: Scope,
  { UnitSerNum, StartDate, EndDate }: DaysAsked,
  now: number,
  usualDays: number = ACTIVITY_DAYS,
) {
  const begin = await historyBegin(scope, await unitStore.get(scope, UnitSerNum));
  // Days are those of UTC, whatever day it is at the reader.
  const to = EndDate ?? dayAt(now);
  const earliest = dayAt(Date.parse(to) - (LONGEST - 1) * DAY);
  const asked = StartDate ?? dayAt(Date.parse(to) - (usualDays - 1) * DAY);
  const from = asked < earliest ? earliest : asked;
  // The day of the move belongs to the former dealer.
  const visible = begin === undefined ? from : latest(from, dayAt(Date.parse(begin) + DAY));
  const days = visible > to ? [] : await activeDayStore.days(UnitSerNum, visible, to);
  return { from, to, days };
}

const dayAt = (milliseconds: number) => instant(milliseconds).slice(0, 10);
const latest = (one: string, other: string) => (one > other ? one : other);

export const stepsSummary = async (scope: Scope, asked: DaysAsked, now: number) =>
  summaryOf((await daysOf(scope, asked, now)).days);

export async function activityOf(scope: Scope, { range, ...asked }: DaysAsked & { range: ActivityRange }, now: number) {
  const { days } = await daysOf(scope, asked, now, ACTIVITY_RANGES[range]);
  return { days };
}

export async function advancedSummary(
  scope: Scope,
  { view, range, ...asked }: DaysAsked & { view: Granularity; range: ActivityRange },
  now: number,
) {
  const { from, to, days } = await daysOf(scope, asked, now, ACTIVITY_RANGES[range]);
  return { from, to, summary: summaryOf(days), buckets: stepsBuckets(days, from, to, view) };
}
