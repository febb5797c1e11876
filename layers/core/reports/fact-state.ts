import { DAY } from '../time.ts';
import { type Fact, type Facts, type Report, WHOLE } from './report.ts';

/** What is known of one subject of a report. */
export interface FactState {
  at: string;
  facts: Facts;
  gone: boolean;
  stays?: boolean | undefined;
  /** People took the row off the report. It stays off until its cause is gone. */
  hiddenAt?: string | undefined;
  /** Counted facts by their time, the latest last. */
  times?: readonly string[] | undefined;
  /** Counted facts up to this time count no longer. */
  endedAt?: string | undefined;
}

/** Counts are read up to the highest that a report offers. */
const MOST_TIMES = 100;

/** What is known after a fact. Facts come twice and in any order; all orders lead to the same state. */
export function stateAfter(was: FactState | undefined, fact: Fact, { mode }: Pick<Report, 'mode'>): FactState {
  if (mode === 'counted') return countedAfter(was, fact);
  const { at, facts, gone = false, stays = mode === 'present' } = fact;
  if (mode === 'each') return was ?? { at, facts, gone, stays };
  if (mode === 'latest' && was && was.at > at) return was;
  const lasts = was !== undefined && !was.gone && !gone;
  return {
    at: mode === 'present' && lasts ? was.at : at,
    facts,
    gone,
    stays,
    ...(lasts && was.hiddenAt !== undefined && { hiddenAt: was.hiddenAt }),
  };
}

function countedAfter(was: FactState | undefined, { at, facts, gone = false }: Fact): FactState {
  const endedAt = latestOf(was?.endedAt, gone ? at : undefined);
  const counted = [...new Set([...(was?.times ?? []), ...(gone ? [] : [at])])].sort();
  const times = counted.filter((time) => endedAt === undefined || time > endedAt).slice(-MOST_TIMES);
  const last = times.at(-1);
  return {
    at: last ?? at,
    facts: was && last !== at ? was.facts : facts,
    gone: last === undefined,
    times,
    ...(endedAt !== undefined && { endedAt }),
  };
}

const latestOf = (one: string | undefined, other: string | undefined) =>
  [one, other].filter(Boolean).sort().at(-1) as string | undefined;

/** The lists that contain the state, and the time by which each is sorted. */
export function placesOf(
  { at, facts, gone, hiddenAt, times = [] }: FactState,
  report: Report,
): { part: string; at: string }[] {
  if (gone || hiddenAt !== undefined) return [];
  if (report.counts)
    return report.counts.flatMap((count) => {
      const time = times.at(-count);
      return time === undefined ? [] : [{ part: String(count), at: time }];
    });
  return [WHOLE, ...(report.partsOf?.(facts) ?? [])].map((part) => ({ part, at }));
}

/** When the row leaves by itself, in milliseconds; undefined if it stays until its cause is gone. */
export const rowEnd = ({ stays }: FactState, at: string, { keptDays }: Pick<Report, 'keptDays'>): number | undefined =>
  stays ? undefined : Date.parse(at) + keptDays * DAY;
