import { z } from 'zod';
import { dayIn, firstOfMonth, plusDays } from '../calendar-days.ts';
import { DAY, HOUR, Instant, instant, MINUTE } from '../time.ts';
import { inZone, wallClock } from '../time-zones.ts';
import { HISTORY_KINDS, HistoryKind } from './entry.ts';

/** How long a bar of a timeline is. */
export const BUCKET_SIZES = ['month', 'day', 'hour'] as const;
export const BucketSize = z.enum(BUCKET_SIZES);
export type BucketSize = z.infer<typeof BucketSize>;

/** Only kinds with entries are counted. */
export const Counts = z.partialRecord(HistoryKind, z.number().int());
export type Counts = z.infer<typeof Counts>;

export const Bucket = z.object({ start: Instant, counts: Counts });
export type Bucket = z.infer<typeof Bucket>;

/** The entries of one hour, of the kinds that it has. */
export interface HourCounts {
  /** Milliseconds: a full hour of UTC. */
  start: number;
  counts: Counts;
}

/** So that a timeline has at most about 200 bars. */
export function bucketSizeOf(milliseconds: number): BucketSize {
  if (milliseconds > 200 * DAY) return 'month';
  return milliseconds > 8 * DAY ? 'day' : 'hour';
}

/** Sums up hours by months, days or hours of a zone, in their order. Only those with entries are returned. */
export function bucketsOf(hours: Iterable<HourCounts>, size: BucketSize, timeZone: string): Bucket[] {
  const buckets = new Map<string, Counts>();
  for (const { start, counts } of hours) {
    if (Object.keys(counts).length === 0) continue;
    const key = size === 'hour' ? instant(start) : keyIn(start, size, timeZone);
    const sum = buckets.get(key) ?? {};
    buckets.set(key, sum);
    for (const kind of HISTORY_KINDS) if (counts[kind]) sum[kind] = (sum[kind] ?? 0) + counts[kind];
  }
  return [...buckets]
    .map(([key, counts]) => ({ start: size === 'hour' ? key : inZone(`${key}T00:00`, timeZone).toISOString(), counts }))
    .sort((one, other) => (one.start < other.start ? -1 : 1));
}

function keyIn(start: number, size: 'month' | 'day', timeZone: string): string {
  const day = wallClockOf(start, timeZone).slice(0, 10);
  return size === 'day' ? day : firstOfMonth(day);
}

/** Zones by the UTC day: the offset rarely changes within a day, and five years have 43,800 hours. */
const offsets = new Map<string, number | undefined>();
const MAX_KNOWN = 10_000;

function wallClockOf(moment: number, timeZone: string): string {
  const day = Math.floor(moment / DAY) * DAY;
  const key = `${timeZone} ${day}`;
  if (!offsets.has(key)) {
    if (offsets.size >= MAX_KNOWN) offsets.clear();
    const [first, last] = [offsetAt(day, timeZone), offsetAt(day + DAY, timeZone)];
    offsets.set(key, first === last ? first : undefined);
  }
  return new Date(moment + (offsets.get(key) ?? offsetAt(moment, timeZone))).toISOString();
}

const offsetAt = (moment: number, timeZone: string) => Date.parse(`${wallClock(moment, timeZone)}Z`) - moment;

/** The begins of all bars from `from` to `to` (milliseconds), with or without entries. The first may begin before `from`. */
export function bucketStarts(from: number, to: number, size: BucketSize | 'minute', timeZone: string): number[] {
  const starts: number[] = [];
  if (size === 'hour' || size === 'minute') {
    const length = size === 'hour' ? HOUR : MINUTE;
    for (let start = Math.floor(from / length) * length; start <= to; start += length) starts.push(start);
    return starts;
  }
  const first = dayIn(from, timeZone);
  for (let day = size === 'day' ? first : firstOfMonth(first); ; ) {
    const start = inZone(`${day}T00:00`, timeZone).getTime();
    if (start > to) return starts;
    starts.push(start);
    day = size === 'day' ? plusDays(day, 1) : firstOfMonth(plusDays(day, 31));
  }
}
