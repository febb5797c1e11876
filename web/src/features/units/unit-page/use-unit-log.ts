import { useSearchParams } from 'react-router';
import { history } from '#core/history/contract.ts';
import type { Ping, UnitEvent } from '#core/history/ping.ts';
import type { Page } from '#core/paging.ts';
import { useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import { lastDays, presetRange } from '#web/components/date-range/presets.ts';
import { type DateRange, rangeInstants, rangeProblem } from '#web/components/date-range/range.ts';
import { toastFailure } from '#web/components/messages/toaster.tsx';
import { call } from '#web/lib/api/api.ts';
import { useListEndpoint } from '#web/lib/api/use-list-endpoint.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { useTableState } from '#web/lib/table/use-table-state.ts';

export const LOG_PAGE_SIZES = [25, 50, 100, 500];
/** P2-V01. */
export const EARLIEST_DAY = '2017-01-01';

/** A log of a unit in a range of days, a page of it read. */
export interface UnitLog<Row> {
  rows: readonly Row[] | undefined;
  /** Where the next page begins. */
  cursor: string | null | undefined;
  error: Error | undefined;
  isValidating: boolean;
  readAt: Date | undefined;
  retry: () => void;
  range: DateRange;
  setRange: (range: DateRange) => void;
  /** What is wrong with the range. */
  problem: string | undefined;
  pageSize: number;
  setPageSize: (size: number) => void;
  pages: ReturnType<typeof useCursorPages>;
  /** The whole range, page after page; for exports. */
  loadAll: () => Promise<Row[]>;
}

type LogEndpoint = typeof history.pingLog | typeof history.eventLog;

export const usePingLog = (UnitSerNum: string): UnitLog<Ping> =>
  useUnitLog(history.pingLog, UnitSerNum, 'Could not fetch ping log.');

export const useEventLog = (UnitSerNum: string): UnitLog<UnitEvent> =>
  useUnitLog(history.eventLog, UnitSerNum, 'Could not fetch event log.');

function useUnitLog<Row>(endpoint: LogEndpoint, UnitSerNum: string, failure: string): UnitLog<Row> {
  const { range, setRange } = useRangeInAddress();
  const { pageSize, setPageSize } = useTableState({ pageSizes: LOG_PAGE_SIZES, defaultPageSize: 100 });
  const problem = rangeProblem(range, { required: true, earliest: EARLIEST_DAY });
  const pages = useCursorPages(`${range.start} ${range.end} ${pageSize}`);
  const asked = problem ? undefined : { id: UnitSerNum, ...instantsOf(range) };
  const { data, error, isValidating, readAt, retry } = useListEndpoint(
    endpoint,
    asked ? { ...asked, pageSize, ...(pages.cursor && { cursor: pages.cursor }) } : null,
    {
      onFailure: ({ message }) =>
        toastFailure({ title: failure, description: message, duration: TOAST_DURATION.failure }),
    },
  );
  const page = data as Page<Row> | undefined;

  const loadAll = async (): Promise<Row[]> => {
    const all: Row[] = [];
    let cursor: string | null = null;
    while (asked) {
      const input = { ...asked, pageSize: 1000, ...(cursor && { cursor }) };
      const next = (await call(endpoint, input)) as Page<Row>;
      all.push(...next.items);
      cursor = next.cursor;
      if (!cursor) break;
    }
    return all;
  };

  return {
    rows: page?.items,
    cursor: page?.cursor,
    error,
    isValidating,
    readAt,
    retry,
    range,
    setRange,
    problem,
    pageSize,
    setPageSize,
    pages,
    loadAll,
  };
}

/** The range of days that the address names, the last seven where it names none. */
function useRangeInAddress() {
  const [parameters, setParameters] = useSearchParams();
  const usual = presetRange(lastDays(7), new Date(), 'day');
  const range: DateRange = {
    start: parameters.get('startDate') ?? usual.start,
    end: parameters.get('endDate') ?? usual.end,
  };
  const setRange = ({ start, end }: DateRange) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('startDate', start);
        next.set('endDate', end);
        return next;
      },
      { replace: true },
    );
  return { range, setRange };
}

function instantsOf(range: DateRange) {
  const { from, to } = rangeInstants(range);
  return { startDate: from!.toISOString(), endDate: to!.toISOString() };
}
