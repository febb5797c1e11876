import { EARLIEST_DAY, history } from '#core/history/contract.ts';
import { lastDays, presetRange } from '#web/components/date-range/presets.ts';
import { type DateRange, rangeInstants, rangeProblem } from '#web/components/date-range/range.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

export const LOG_PAGES = { pageSizes: [25, 50, 100, 500], defaultPageSize: 100 };

/** Entries of the same instant are told apart by their sequence. */
const PAGING = {
  ...LOG_PAGES,
  rowId: ({ timeStamp, sequence }: { timeStamp: string; sequence: number }) => `${timeStamp} ${sequence}`,
};

const showPingsFailure = showFailureAs('Could not fetch ping log.');
const showEventsFailure = showFailureAs('Could not fetch event log.');
const showCallsFailure = showFailureAs('Could not call details.');

/** The pings of a unit in the range of days that the address names. */
export function usePingLog(UnitSerNum: string, name: string) {
  const days = useDays(UnitSerNum);
  const list = useListPage(history.pingLog, { ...PAGING, name, input: days.input, onFailure: showPingsFailure });
  return { ...days, list };
}

/** The calls of a unit in the range of days that the address names. */
export function useCallMetrics(UnitSerNum: string) {
  const days = useDays(UnitSerNum);
  const name = 'unitCalls';
  const list = useListPage(history.callMetrics, { ...PAGING, name, input: days.input, onFailure: showCallsFailure });
  return { ...days, list };
}

/** The parameters of the address that leave events out. */
const LEFT_OUT = 'no';

/** The events of a unit in the range of days that the address names, with the kinds of events that it does not leave out. */
export function useEventLog(UnitSerNum: string, name: string) {
  const days = useDays(UnitSerNum);
  const { parameters, change } = useAddressParameters();
  const shows = (kind: 'supervisory' | 'disabled') => parameters.get(kind) !== LEFT_OUT;
  const [supervisory, disabled] = [shows('supervisory'), shows('disabled')];
  const list = useListPage(history.eventLog, {
    ...PAGING,
    name,
    onFailure: showEventsFailure,
    input: () => {
      const asked = days.input();
      return asked && { ...asked, ...(!supervisory && LEAVE_OUT.supervisory), ...(!disabled && LEAVE_OUT.disabled) };
    },
  });
  return {
    ...days,
    list,
    supervisory,
    disabled,
    show: (kind: 'supervisory' | 'disabled', on: boolean) => change({ [kind]: on ? undefined : LEFT_OUT }),
  };
}

const LEAVE_OUT = { supervisory: { supervisory: 'false' }, disabled: { disabled: 'false' } } as const;

/** The range of days in the address, the last seven where it names none. */
export function useDays(UnitSerNum: string) {
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
