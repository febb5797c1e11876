import { history } from '#core/history/contract.ts';
import { lastDays, presetRange } from '#web/components/date-range/presets.ts';
import { type DateRange, rangeInstants, rangeProblem } from '#web/components/date-range/range.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

/** P2-V01. */
export const EARLIEST_DAY = '2017-01-01';

/** Entries of the same instant are told apart by their sequence. */
const PAGING = {
  rowId: ({ timeStamp, sequence }: { timeStamp: string; sequence: number }) => `${timeStamp} ${sequence}`,
  pageSizes: [25, 50, 100, 500],
  defaultPageSize: 100,
};

const showPingsFailure = showFailureAs('Could not fetch ping log.');
const showEventsFailure = showFailureAs('Could not fetch event log.');

/** The pings of a unit in the range of days that the address names. */
export function usePingLog(UnitSerNum: string, name: string) {
  const days = useDays(UnitSerNum);
  const list = useListPage(history.pingLog, { ...PAGING, name, input: days.input, onFailure: showPingsFailure });
  return { ...days, list };
}

/** The events of a unit in the range of days that the address names. */
export function useEventLog(UnitSerNum: string, name: string) {
  const days = useDays(UnitSerNum);
  const list = useListPage(history.eventLog, { ...PAGING, name, input: days.input, onFailure: showEventsFailure });
  return { ...days, list };
}

/** The range of days in the address, the last seven where it names none. */
function useDays(UnitSerNum: string) {
  const { parameters, change } = useAddressParameters();
  const style = useTimeStyle();
  const usual = presetRange(lastDays(7), new Date(), style.timeZone);
  const range: DateRange = {
    start: parameters.get('startDate') ?? usual.start,
    end: parameters.get('endDate') ?? usual.end,
  };
  const problem = rangeProblem(range, style, { required: true, earliest: EARLIEST_DAY });
  return {
    range,
    setRange: ({ start, end }: DateRange) => change({ startDate: start, endDate: end }),
    problem,
    input: () => (problem ? null : { id: UnitSerNum, ...instantsOf(range, style.timeZone) }),
  };
}

function instantsOf(range: DateRange, timeZone: string) {
  const { from, to } = rangeInstants(range, timeZone);
  return { startDate: from!.toISOString(), endDate: to!.toISOString() };
}
