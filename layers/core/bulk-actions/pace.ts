import { z } from 'zod';
import { MINUTE } from '../time.ts';
import type { BulkAction } from './bulk-action.ts';

export const MAX_PACE = 600;
const REFUSAL = `Enter a whole number from 1 to ${MAX_PACE}, or nothing for no limit`;

/** At most this many units per minute. */
export const Pace = z.number(REFUSAL).int(REFUSAL).min(1, REFUSAL).max(MAX_PACE, REFUSAL);

/** A turn takes about this long at most paces: a changed pace shows soon, and a minute needs few turns. */
const TURN_MS = 10_000;
const MOST_PER_TURN = 25;

/** The number of units in one turn of an action with a pace, and the time after which the next turn may begin. */
export function turnOf(pace: number): { units: number; milliseconds: number } {
  const units = Math.min(MOST_PER_TURN, Math.max(1, Math.round((pace * TURN_MS) / MINUTE)));
  return { units, milliseconds: Math.ceil((units * MINUTE) / pace) };
}

/** When the turn after one that was due at `dueAt` may begin. A late turn is not caught up, so the pace is never exceeded. */
export const nextDueAt = (pace: number, dueAt: number, now: number): number =>
  Math.max(dueAt + turnOf(pace).milliseconds, now);

/** When an action that keeps its pace ends (milliseconds). Undefined without a pace. */
export const expectedEnd = (
  { pace, total, done, failed }: Pick<BulkAction, 'pace' | 'total' | 'done' | 'failed'>,
  now: number,
): number | undefined => (pace === undefined ? undefined : now + ((total - done - failed) * MINUTE) / pace);
