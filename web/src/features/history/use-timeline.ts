import type { Counts } from '#core/history/buckets.ts';
import { history } from '#core/history/contract.ts';
import { historyKindOf } from '#core/history/entry.ts';
import { instant, MINUTE } from '#core/time.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { barSizeOf, barWindows, type Window } from './zoom.ts';

export interface Bar {
  window: Window;
  counts: Counts;
}

/** One page of entries. An hour with more has bars for the newest of them. */
const MOST_ENTRIES = 1000;

/** The bars of a window: counted by the server, or the entries of an hour by the minute. Undefined while they load. */
export function useTimeline(UnitSerNum: string, window: Window) {
  const { timeZone } = useTimeStyle();
  const size = barSizeOf(window);
  const range = { id: UnitSerNum, startDate: instant(window.from), endDate: instant(window.to) };
  const isCounted = size !== undefined && size !== 'minute';
  const counted = useEndpoint(history.timeline, isCounted ? { ...range, timeZone } : null, {
    revalidateOnFocus: false,
    keepPreviousData: false,
  });
  const entries = useEndpoint(history.getCombined, size === 'minute' ? { ...range, pageSize: MOST_ENTRIES } : null, {
    revalidateOnFocus: false,
  });
  const { data, error, mutate } = isCounted ? counted : entries;
  if (size === undefined || !data) return { size, bars: undefined, error: size && error, retry: () => void mutate() };

  const counts = new Map<number, Counts>();
  if ('buckets' in data) for (const bucket of data.buckets) counts.set(Date.parse(bucket.start), bucket.counts);
  else
    for (const entry of data.items) {
      const minute = Math.floor(Date.parse(entry.at) / MINUTE) * MINUTE;
      const sum = counts.get(minute) ?? {};
      const kind = historyKindOf(entry);
      counts.set(minute, { ...sum, [kind]: (sum[kind] ?? 0) + 1 });
    }
  const bars = barWindows(window, size, timeZone).map((bar, index) => ({
    window: bar,
    counts: counts.get(bar.from) ?? (index === 0 ? before(counts, bar) : {}),
  }));
  return {
    size,
    bars,
    visibleFrom: 'visibleFrom' in data ? data.visibleFrom : undefined,
    isPart: 'cursor' in data && data.cursor !== null,
    error: undefined,
    retry: () => void mutate(),
  };
}

/** The first bar can be the rest of a month: the server counts it from the begin of the month. */
const before = (counts: ReadonlyMap<number, Counts>, { from }: Window): Counts =>
  [...counts].findLast(([start]) => start <= from)?.[1] ?? {};
