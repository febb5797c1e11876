import { DAY, HOUR, MINUTE } from '../time.ts';
import { MISSED_AFTER } from './health.ts';
import type { RolloutPlan } from './plan.ts';

/** A unit that has not taken its update by then is left out: it may be in a drawer. */
export const TAKEN_WITHIN_MS = 7 * DAY;
/** The report that an update is done comes some minutes before the first report with the new version. */
export const REPORTS_WITHIN_MS = HOUR;

/** What follows a failed update: another try after a rest, or none (undefined). `tries` counts the one that has just failed. */
export function nextTryAt(
  { mostTries, coolOffHours }: Pick<RolloutPlan, 'mostTries' | 'coolOffHours'>,
  tries: number,
  now: number,
): number | undefined {
  return tries >= mostTries ? undefined : now + coolOffHours * HOUR * 2 ** (tries - 1);
}

const FIRST_LOOK_MS = 2 * MINUTE;
const LONGEST_PAUSE_MS = HOUR;

/** When to look again at a unit that was sent its update: soon at first, then less and less often. */
export const nextLookAt = (sentAt: number, now: number): number =>
  now + Math.min(Math.max((now - sentAt) / 2, FIRST_LOOK_MS), LONGEST_PAUSE_MS);

/** When to look again whether a silent unit is heard: each hour at first, in the end once a day. */
export const nextReachAt = (silentSince: number, now: number): number =>
  now + Math.min(Math.max((now - silentSince) / 8, HOUR), DAY);

/** Until when a unit is watched: as long as the stage says, and at least so long that a missed ping is noticed. */
export const watchedUntil = (doneAt: number, watchHours: number, pingIntervalMs: number): number =>
  doneAt + Math.max(watchHours * HOUR, MISSED_AFTER * pingIntervalMs + MINUTE);

/** When to compare a unit again: an hour after its update, then each time as much has passed again, and at the end of its watch. */
export const nextComparisonAt = (doneAt: number, until: number, now: number): number =>
  Math.min(Math.max(doneAt + HOUR, doneAt + 2 * (now - doneAt)), until);

/** The moment until which the pace is used up after one more unit. A rollout that rested does not catch up. */
export const paceAfter = (paceAt: number, unitsPerHour: number, now: number): number =>
  Math.max(paceAt, now - MINUTE) + HOUR / unitsPerHour;
export const hasPace = (paceAt: number, now: number): boolean => paceAt <= now;
