import { AppError } from '#core/errors.ts';
import { logs, UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import { timeOfMessage, upTo } from '#core/logs/highlighted.ts';
import { type LogSource, NO_SUCH_SOURCE, sourceOf } from '#core/logs/log-source.ts';
import type { ProtocolEntry } from '#core/logs/protocol-entry.ts';
import { isSearchable, type ProtocolLogKind, startsSearch } from '#core/logs/search-start.ts';
import type { DateRange } from '#web/components/date-range/range.ts';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useLogDays } from './log-days.ts';
import { filterIn, filterInput, filterParameters, type ShownFilter } from './protocol-filter.ts';

const LOGS = {
  tcp: { endpoint: logs.getTCPLog, name: 'tcpMessageLog' },
  mpers: { endpoint: logs.getMPERSLog, name: 'mpersLog' },
} as const;

const DAYS = { start: 'StartDate', end: 'EndDate' };

const wordsOf = (error: Error) =>
  error instanceof AppError && error.code === 'NOT_FOUND' ? UNIT_NOT_FOUND : error.message;

/** The unit, the days and the filter in the address, and the messages of the unit that they choose. */
export function useProtocolLog(kind: ProtocolLogKind) {
  const { parameters, change } = useAddressParameters();
  const days = useLogDays(DAYS);
  const filter = filterIn(parameters);
  // The serial number names a unit for sure. A link to a wearable has both.
  const named = parameters.get('UnitSerNum') ?? parameters.get('IMEI') ?? '';
  const text = named.trim().toUpperCase();
  const isSerial = parameters.get('UnitSerNum') !== null;
  const isComplete = isSerial ? startsSearch('tcp', text) : isSearchable(kind, text);
  const highlighted = parameters.get('highlightedMessage');
  const highlightedAt = timeOfMessage(highlighted ?? '');
  const { endpoint, name } = LOGS[kind];
  const asked = { Database: parameters.get('Database') ?? '', host: window.location.hostname };
  const source = sourceOf(asked);
  const problem = days.problem ?? (kind === 'tcp' && !source ? NO_SUCH_SOURCE : undefined);
  const list = useListPage<typeof endpoint, ProtocolEntry>(endpoint, {
    name,
    pageSizes: [5, 15, 25, 50, 100, 500, 1000],
    defaultPageSize: 1000,
    rowId: ({ id }) => id,
    onFailure: (error) => showFailureAs(wordsOf(error))(),
    input: () =>
      problem || !isComplete
        ? null
        : {
            filterText: text,
            ...upTo(highlightedAt, days.instants()),
            ...filterInput(filter),
            ...(kind === 'tcp' && asked),
          },
  });
  return {
    days,
    text,
    /** The text of the search field. */
    fieldText: (kind === 'mpers' ? parameters.get('IMEI') : text) ?? '',
    isComplete,
    list,
    filter,
    /** Where the messages come from; undefined if the address names no source. */
    source,
    problem,
    setRange: (next: DateRange) => change({ ...days.parametersOf(next), highlightedMessage: undefined }),
    chooseSource: (Database: LogSource) => change({ Database, highlightedMessage: undefined }),
    error: list.error && wordsOf(list.error),
    setFilter: (next: ShownFilter) => change(filterParameters(next)),
    search: (next: string) =>
      change({
        UnitSerNum: kind === 'tcp' ? next : undefined,
        IMEI: kind === 'mpers' ? next : undefined,
        highlightedMessage: undefined,
      }),
    highlighted,
    /** Newer messages are left out, so that the highlighted one is at the top. */
    endsAtHighlighted: problem === undefined && highlightedAt !== undefined,
    showNewer: () => change({ highlightedMessage: undefined }),
    /** The address of this log with a message highlighted. */
    addressOf: ({ id }: ProtocolEntry) => {
      const next = new URLSearchParams(parameters);
      for (const [side, day] of [
        ['StartDate', days.range.start],
        ['EndDate', days.range.end],
      ] as const)
        next.set(side, day);
      next.set('highlightedMessage', id);
      return `${window.location.origin}${window.location.pathname}?${next}`;
    },
  };
}
