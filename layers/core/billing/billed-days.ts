import { dayIn, plusDays } from '../calendar-days.ts';
import type { PeriodDays } from './period.ts';

/** Who has a unit from a moment on, and whether its line is active. */
export interface UnitState {
  at: number;
  dealer: number;
  active: boolean;
  /** It was in service before this moment, since when nobody knows: this is no activation. */
  inServiceBefore?: true;
  /** Its board came from another unit, with a line that was in service there: this is no activation. */
  boardInService?: true;
}

/**
 * The dealer that pays for a unit, by day. A day counts if the unit was active in any part of it. The last dealer that had it
 * active pays for the whole day, so that no day is billed twice.
 * @param states In any order. The latest holds until the end of the period. Of several at one moment, the last given counts.
 */
export function billedDays(states: readonly UnitState[], { first, last }: PeriodDays, timeZone: string) {
  const dealers = new Map<string, number>();
  const inOrder = states.toSorted((one, other) => one.at - other.at);
  for (const [index, { at, dealer, active }] of inOrder.entries()) {
    const end = inOrder[index + 1]?.at;
    if (!active || end === at) continue;
    const to = end === undefined ? last : earlier(dayIn(end - 1, timeZone), last);
    for (let day = later(dayIn(at, timeZone), first); day <= to; day = plusDays(day, 1)) dealers.set(day, dealer);
  }
  return dealers;
}

const earlier = (one: string, other: string) => (one < other ? one : other);

const later = (one: string, other: string) => (one > other ? one : other);
