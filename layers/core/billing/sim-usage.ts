import { z } from 'zod';
import type { Carrier } from '../sims/carrier.ts';
import { DAY, Instant } from '../time.ts';
import { BILLING_ZONE } from './charges.ts';
import { daysOfPeriod, periodAt } from './period.ts';

/** What a SIM used at its carrier. */
export const Used = z.object({
  dataBytes: z.number().nonnegative(),
  sms: z.number().nonnegative(),
  /** Verizon does not count it. */
  voiceSeconds: z.number().nonnegative().optional(),
});
export type Used = z.infer<typeof Used>;

/** What a SIM used in a period, from a moment to another one. What it used before and after is not known. */
export const SimUsage = Used.extend({ from: Instant, to: Instant });
export type SimUsage = z.infer<typeof SimUsage>;

/**
 * What a carrier says. `span`: what was used in the span that was asked for. `cycle`: what was used since the billing cycle of the carrier began, which
 * is not our period.
 */
export type ToldUsage = { counts: 'span'; used: Used } | { counts: 'cycle'; used: Used };

/**
 * How late carriers know what was used, in days. ThingSpace: texts after three days at most (Retrieve Device Usage History). Control Center has only the
 * present counter.
 */
const LATE_DAYS: Readonly<Record<Carrier, number>> = { 0: 0, 1: 3, 2: 0 };

/** The period whose usage is read now. */
export const usagePeriodAt = (carrier: Carrier, now: number): string =>
  periodAt(now - LATE_DAYS[carrier] * DAY, BILLING_ZONE);

/** The moments between which a carrier is asked. Carriers that are asked for a span count by days of their own, so that UTC is as good as any zone. */
export function usageSpan(period: string, now: number): { earliest: number; latest: number } {
  const { first, last } = daysOfPeriod(period);
  return { earliest: Date.parse(first), latest: Math.min(now, Date.parse(last) + DAY - 1) };
}

/** A counter that was read several times in a period. */
export interface CountedUsage extends SimUsage {
  /** What the carrier said last. */
  counter: Used;
}

/**
 * Adds a reading of a counter that begins anew with each billing cycle of the carrier. The first reading of a period only says from where on it is
 * counted. A reading that is not later than the last one adds nothing.
 */
export function countUp(known: CountedUsage | undefined, counter: Used, at: string): CountedUsage {
  if (!known) return { ...growth(counter, counter), from: at, to: at, counter };
  if (at <= known.to) return known;
  const grown = growth(known.counter, counter);
  return { ...sum(known, grown), from: known.from, to: at, counter };
}

/** If any count has fallen, the cycle began anew, and all that the counter says was used since. */
function growth(before: Used, after: Used): Used {
  const isAnew = after.dataBytes < before.dataBytes || after.sms < before.sms || voiceOf(after) < voiceOf(before);
  return combined(after, isAnew ? NOTHING : before, (now, then) => now - then);
}

const sum = (one: Used, other: Used): Used => combined(other, one, (now, then) => now + then);

const NOTHING: Used = { dataBytes: 0, sms: 0, voiceSeconds: 0 };
const voiceOf = ({ voiceSeconds = 0 }: Used) => voiceSeconds;

const combined = (one: Used, other: Used, by: (one: number, other: number) => number): Used => ({
  dataBytes: by(one.dataBytes, other.dataBytes),
  sms: by(one.sms, other.sms),
  ...(one.voiceSeconds !== undefined && { voiceSeconds: by(one.voiceSeconds, voiceOf(other)) }),
});
