import { Box, Button, Flex, Span } from '@chakra-ui/react';
import { ZoomOut } from 'lucide-react';
import { useMemo } from 'react';
import { plusDays } from '#core/calendar-days.ts';
import { consoles } from '#core/consoles/contract.ts';
import { EARLIEST_DAY, history } from '#core/history/contract.ts';
import { type HistoryEntry, historyKindOf } from '#core/history/entry.ts';
import { shownTime, type TimeStyle } from '#core/shown-time.ts';
import { instant } from '#core/time.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { lastDays, type RangePreset, TODAY } from '#web/components/date-range/presets.ts';
import { useStable } from '#web/components/hooks/use-stable.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { LOG_PAGES, useDays } from '#web/shared/history/use-unit-log.ts';
import { detailWords, entryWords, KIND_WORDS } from './history-words.ts';
import { SessionDialog } from './session-dialog.tsx';
import { Timeline } from './timeline.tsx';
import { instantsIn, type Window, windowOfDays, windowParameters, zoomedOut } from './zoom.ts';

const lastYears = (years: number): RangePreset => ({
  id: `last-${years}-years`,
  label: years === 1 ? 'Last year' : `Last ${years} years`,
  range: (today) => ({ start: plusDays(today, -Math.floor(years * 365.25)), end: today }),
});

const PRESETS = [TODAY, lastDays(7), lastDays(30), lastYears(1), lastYears(5)];

/** Everything that happened to the unit: a timeline from five years to a minute, and its entries. */
export function CombinedTab({ unit: { UnitSerNum } }: { unit: { UnitSerNum: string } }) {
  const style = useTimeStyle();
  const { timeZone } = style;
  const { parameters, change } = useAddressParameters();
  const days = useDays(UnitSerNum);
  const { range, problem } = days;
  const window = problem ? undefined : (instantsIn(parameters) ?? windowOfDays(range, timeZone));
  const show = (next: Window) => change(windowParameters(next, timeZone));
  const larger = window && zoomedOut(window, timeZone);
  const list = useListPage(history.getCombined, {
    ...LOG_PAGES,
    name: 'unitHistory',
    rowId: ({ id }: HistoryEntry) => id,
    input: () => (window ? { id: UnitSerNum, startDate: instant(window.from), endDate: instant(window.to) } : null),
  });
  const session = parameters.get('session') ?? undefined;
  const mayOpen = useMay(consoles.transcript.access);
  const openSession = useStable((auditId: string) => change({ session: auditId }));
  const columns = useMemo(() => columnsIn(style, mayOpen ? openSession : undefined), [style, mayOpen, openSession]);
  return (
    <>
      <Flex gap="3" align="flex-end" wrap="wrap">
        <Box flex="1 1 31rem" maxW="44rem" minW="0">
          <DateRangeField
            value={range}
            onChange={({ start, end }) => change({ startDate: start, endDate: end, from: undefined, to: undefined })}
            presets={PRESETS}
            required
            earliest={EARLIEST_DAY}
            {...(problem && { error: problem })}
          />
        </Box>
        <Button variant="outline" disabled={!larger} onClick={() => larger && show(larger)}>
          <ZoomOut size={15} aria-hidden />
          Zoom out
        </Button>
      </Flex>
      {window && <Timeline UnitSerNum={UnitSerNum} window={window} onZoom={show} />}
      <ListTable<HistoryEntry>
        label="Combined log"
        list={list}
        columns={columns}
        sortable={false}
        problem={problem}
        fileName={`combined log ${UnitSerNum}`}
        empty={{
          title: problem ?? 'Nothing happened in this range',
          description: problem ? 'Change the dates above.' : 'Choose a longer range above, or zoom out.',
        }}
      />
      {session !== undefined && mayOpen && (
        <SessionDialog UnitSerNum={UnitSerNum} auditId={session} onClose={() => change({ session: undefined })} />
      )}
    </>
  );
}

const columnsIn = (
  style: TimeStyle,
  openSession: ((auditId: string) => void) | undefined,
): DataColumn<HistoryEntry>[] => [
  {
    accessorKey: 'at',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.at} />,
    meta: { label: 'Time', locked: true, card: 'aside' },
  },
  { id: 'kind', accessorFn: (entry) => KIND_WORDS[historyKindOf(entry)], size: 120, meta: { label: 'Kind' } },
  {
    id: 'what',
    accessorFn: entryWords,
    size: 360,
    cell: ({ row: { original } }) => {
      const auditId = openSession && sessionOf(original);
      return auditId === undefined ? (
        entryWords(original)
      ) : (
        <Flex gap="3" align="center">
          <Span>{entryWords(original)}</Span>
          <Button variant="outline" size="xs" onClick={() => openSession?.(auditId)}>
            Transcript
          </Button>
        </Flex>
      );
    },
    meta: { label: 'What happened', locked: true, grows: true, card: 'title' },
  },
  {
    id: 'detail',
    accessorFn: (entry) => detailWords(entry, (at) => shownTime(new Date(at), style)),
    size: 320,
    meta: { label: 'Detail' },
  },
];

/** The entry that begins a console session; undefined for any other. */
const sessionOf = (entry: HistoryEntry): string | undefined =>
  entry.is === 'change' && entry.change.action === 'open console' ? entry.change.auditId : undefined;
