import { z } from 'zod';
import { DAY } from '../time.ts';

/** P3-K32. */
export const GRANULARITIES = ['Daily', 'Weekly', 'Monthly'] as const;
export type Granularity = (typeof GRANULARITIES)[number];
export const ACTIVITY_RANGES = { '30 days': 30, '3 months': 91, '6 months': 182 } as const;
export type ActivityRange = keyof typeof ACTIVITY_RANGES;
/** P2-C37, P2-K31, P3-K29. */
export const ACTIVITY_DAYS = 30;

const Day = z.iso.date();

/** What the wearer of a unit did on a day of UTC, as the pings of the unit said. */
export const ActiveDay = z.object({
  day: Day,
  steps: z.number().int(),
  pings: z.number().int(),
  /** The last ping of the day. */
  MessageTime: z.iso.datetime(),
  chargedPercent: z.number().optional(),
});
export type ActiveDay = z.infer<typeof ActiveDay>;

export const StepsSummary = z.object({
  total: z.number().int(),
  /** Of the days with pings. */
  average: z.number().int(),
  best: z.object({ day: Day, steps: z.number().int() }).nullable(),
  mostRecent: z.object({ MessageTime: z.iso.datetime(), steps: z.number().int() }).nullable(),
});
export type StepsSummary = z.infer<typeof StepsSummary>;

/** `days` in their order. */
export function summaryOf(days: readonly ActiveDay[]): StepsSummary {
  const total = days.reduce((sum, { steps }) => sum + steps, 0);
  const best = days.reduce<ActiveDay | undefined>(
    (most, day) => (most && most.steps >= day.steps ? most : day),
    undefined,
  );
  const last = days.at(-1);
  return {
    total,
    average: days.length === 0 ? 0 : Math.round(total / days.length),
    best: best ? { day: best.day, steps: best.steps } : null,
    mostRecent: last ? { MessageTime: last.MessageTime, steps: last.steps } : null,
  };
}

export const StepsBucket = z.object({ start: Day, steps: z.number().int(), days: z.number().int() });
export type StepsBucket = z.infer<typeof StepsBucket>;

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

/** The day on which the week (from Monday) or the month of a day begins. */
export function bucketStart(day: string, granularity: Granularity): string {
  if (granularity === 'Daily') return day;
  if (granularity === 'Monthly') return `${day.slice(0, 7)}-01`;
  const time = Date.parse(day);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return dayOf(time - sinceMonday * DAY);
}

/** The steps of each day, week or month of a range of days, those without steps too. */
export function stepsBuckets(
  days: readonly ActiveDay[],
  from: string,
  to: string,
  granularity: Granularity,
): StepsBucket[] {
  const buckets = new Map<string, StepsBucket>();
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
    const start = bucketStart(dayOf(time), granularity);
    if (!buckets.has(start)) buckets.set(start, { start, steps: 0, days: 0 });
  }
  for (const { day, steps } of days) {
    const bucket = buckets.get(bucketStart(day, granularity));
    if (bucket) Object.assign(bucket, { steps: bucket.steps + steps, days: bucket.days + 1 });
  }
  return [...buckets.values()];
}
