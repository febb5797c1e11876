import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Binary, ListFilter, Radio } from 'lucide-react';
import { useMemo, useState } from 'react';
import { location } from '#core/location/contract.ts';
import { FLAGGED_ROWS, gapsOf, reachesFlag } from '#core/logs/gaps.ts';
import { type LogSource, NO_SUCH_SOURCE } from '#core/logs/log-source.ts';
import type { ProtocolEntry } from '#core/logs/protocol-entry.ts';
import { isSearchable, type ProtocolLogKind, SEARCH_LENGTH, startsSearch } from '#core/logs/search-start.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { useMay } from '#web/lib/session/session.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { fieldWords, gapWords, messageMap } from './message-words.ts';
import { ParseDialog } from './parse-dialog.tsx';
import { isFiltered } from './protocol-filter.ts';
import { useProtocolLog } from './use-protocol-log.ts';

const WORDS = {
  tcp: {
    title: 'TCP message log',
    field: 'Serial number',
    hint: 'Enter the six characters of a serial number',
    model: 'MXD-LTE',
  },
  mpers: {
    title: 'mPERS log',
    field: 'IMEI',
    hint: 'Enter the 15 digits of an IMEI, or 16 with the version of the software',
    model: 'myConnect',
  },
} as const;

/** The messages between one unit and the portal. */
export function ProtocolLogPage({ kind }: { kind: ProtocolLogKind }) {
  const log = useProtocolLog(kind);
  const { days, text, isComplete, list, filter, highlighted } = log;
  const { title, field, hint, model } = WORDS[kind];
  const [opened, setOpened] = useState<ProtocolEntry>();
  const [isFiltering, setFiltering] = useState(false);
  const [isParsing, setParsing] = useState(false);
  const { rows = NONE } = list;
  const olderTime = list.answer?.olderTime;
  const mayLookUp = useMay(location.coordinates.access);
  const columns = useMemo(
    () => columnsOf(gapsOf(rows, olderTime), highlighted).filter(({ id }) => id !== 'map' || mayLookUp),
    [rows, olderTime, highlighted, mayLookUp],
  );
  const isFlagged = reachesFlag({ pageNumber: list.pageNumber, pageSize: list.pageSize, shown: rows.length });
  return (
    <Page endsWithTable={isComplete}>
      <PageHeader
        title={title}
        {...(isComplete && { description: text })}
        secondary={[{ id: 'parse', label: 'Decode a text', icon: Binary, run: () => setParsing(true) }]}
      />
      <Flex gap="3" align="flex-end" wrap="wrap">
        <Box flex="0 1 20rem" minW="0">
          <SearchForm
            label="Find a unit"
            field={{ name: 'unit', label: field, maxLength: SEARCH_LENGTH[kind] }}
            text={log.fieldText}
            button="Search"
            check={(typed) => (isSearchable(kind, typed) ? { text: typed.trim().toUpperCase() } : { error: hint })}
            startsAt={(typed) => startsSearch(kind, typed)}
            onSearch={log.search}
          />
        </Box>
        {kind === 'tcp' && (
          <Box flex="0 1 15rem" minW="0">
            <SelectField
              name="source"
              label="Log source"
              options={SOURCES}
              value={log.source}
              onChange={(source) => source && log.chooseSource(source)}
              {...(!log.source && { error: NO_SUCH_SOURCE })}
            />
          </Box>
        )}
        <Box flex="1 1 31rem" maxW="44rem" minW="0">
          <DateRangeField
            value={days.range}
            onChange={log.setRange}
            required
            {...(days.problem && { error: days.problem })}
          />
        </Box>
        <Button variant="outline" onClick={() => setFiltering(true)}>
          <ListFilter size={15} aria-hidden />
          {isFiltered(filter) ? 'Filter, active' : 'Filter'}
        </Button>
      </Flex>
      {!isComplete && <EmptyState icon={Radio} title="No unit is chosen" description={`${hint}.`} />}
      {isComplete && isFlagged && (
        <Text role="status" color="warning.fg">
          {`The log reached ${FLAGGED_ROWS.toLocaleString('en')} messages. Older ones follow on the next pages, or choose fewer days.`}
        </Text>
      )}
      {isComplete && log.endsAtHighlighted && (
        <Flex gap="3" align="center" wrap="wrap">
          <Text role="status">The log ends with the highlighted message.</Text>
          <Button variant="outline" size="sm" onClick={log.showNewer}>
            Show newer messages
          </Button>
        </Flex>
      )}
      {isComplete && (
        <ListTable<ProtocolEntry>
          label="Messages"
          list={list}
          columns={columns}
          exportColumns={EXPORT_COLUMNS}
          sortable={false}
          problem={log.problem}
          error={log.error}
          onOpen={setOpened}
          marked={highlighted ?? undefined}
          fileName={`${title} ${text}`}
          empty={{
            title: log.problem ?? 'No results',
            description: log.problem
              ? 'Change the fields above.'
              : NO_RESULTS[kind === 'tcp' && log.source ? log.source : 'Current'],
          }}
        />
      )}
      {opened && (
        <MessageDialog message={opened} address={log.addressOf(opened)} onClose={() => setOpened(undefined)} />
      )}
      {isParsing && <ParseDialog model={model} onClose={() => setParsing(false)} />}
      {isFiltering && (
        <FilterDialog
          filter={filter}
          onApply={(next) => {
            log.setFilter(next);
            setFiltering(false);
          }}
          onClose={() => setFiltering(false)}
        />
      )}
    </Page>
  );
}

const SOURCES = [
  { value: 'Current', label: 'Last 90 days' },
  { value: 'Archive', label: 'Archive of three years' },
  { value: 'Capture', label: 'Captured frames' },
] as const satisfies readonly { value: LogSource; label: string }[];

const NO_RESULTS = {
  Current: 'Choose a longer range, or another filter.',
  Archive:
    'The archive has whole months, each from the 16th of the next month on. Choose earlier dates, or another filter.',
  Capture: 'Frames are captured only while remote logging is on. Choose a longer range, or another filter.',
} as const satisfies Record<LogSource, string>;

const NONE: readonly ProtocolEntry[] = [];

const columnsOf = (gaps: ReadonlyMap<string, number>, highlighted: string | null): DataColumn<ProtocolEntry>[] => [
  {
    accessorKey: 'MessageTime',
    size: TIME_WIDTH,
    cell: ({ row: { original } }) => (
      <>
        <ExactTime at={original.MessageTime} />
        {original.id === highlighted && <chakra.span srOnly> Highlighted</chakra.span>}
      </>
    ),
    meta: { label: 'Time', locked: true, card: 'aside' },
  },
  {
    id: 'gap',
    accessorFn: ({ id }) => gaps.get(id) ?? '',
    size: 136,
    cell: ({ row: { original } }) => {
      const gap = gaps.get(original.id);
      return gap === undefined ? '' : <chakra.span color="warning.fg">{`Gap of ${gapWords(gap)}`}</chakra.span>;
    },
    meta: { label: 'Silence before' },
  },
  { accessorKey: 'Origin', size: 90, meta: { label: 'Origin' } },
  { accessorKey: 'Destination', size: 110, meta: { label: 'Destination' } },
  { accessorKey: 'messageType', size: 130, meta: { label: 'Message type', card: 'title' } },
  { accessorKey: 'mainDisplay', size: 320, meta: { label: 'In words', grows: true } },
  {
    id: 'map',
    accessorFn: (message) => messageMap(message) ?? '',
    size: 136,
    cell: ({ row: { original } }) => {
      const address = messageMap(original);
      return (
        address && (
          <TextLink to={address} target="_blank">
            Show on map
          </TextLink>
        )
      );
    },
    meta: { label: 'Map' },
  },
  { accessorKey: 'payloadLength', size: 110, meta: { label: 'Payload bytes', align: 'end', shownByDefault: false } },
  { accessorKey: 'dataUsed', size: 100, meta: { label: 'Data used', align: 'end' } },
  {
    id: 'imei',
    accessorFn: ({ imei }) => shownImei(imei),
    size: 160,
    meta: { label: 'IMEI', monospace: true, shownByDefault: false },
  },
];

const EXPORT_COLUMNS: DataColumn<ProtocolEntry>[] = [
  { accessorKey: 'MessageTime', meta: { label: 'MessageTime' } },
  { accessorKey: 'Origin', meta: { label: 'Origin' } },
  { accessorKey: 'Destination', meta: { label: 'Destination' } },
  { accessorKey: 'UnitSerNum', meta: { label: 'UnitSerNum' } },
  { accessorKey: 'imei', meta: { label: 'imei' } },
  { accessorKey: 'messageType', meta: { label: 'messageType' } },
  { accessorKey: 'mainDisplay', meta: { label: 'mainDisplay' } },
  { id: 'payload', accessorFn: ({ payload }) => fieldWords(payload), meta: { label: 'payload' } },
  { accessorKey: 'payloadLength', meta: { label: 'payloadLength' } },
  { accessorKey: 'dataUsed', meta: { label: 'dataUsed' } },
  { accessorKey: 'RawData', meta: { label: 'RawData' } },
];
