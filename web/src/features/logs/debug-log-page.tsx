import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Bug, Download, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { logs, UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import { type DebugMessage, MOST_MESSAGES, withText } from '#core/logs/debug-log.ts';
import { SEARCH_LENGTH, startsSearch } from '#core/logs/search-start.ts';
import { instant } from '#core/time.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { saveText } from '#web/lib/messages/save-text.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useLogDays } from './log-days.ts';
import { useDebugLog } from './use-debug-log.ts';

const SERIAL_REQUIRED = 'Enter the six characters of a serial number';

/** The lines of its own log that a unit sends, as they come. */
export default function DebugLogPage() {
  const [parameters] = useSearchParams();
  const { change } = useAddressParameters();
  const UnitSerNum = (parameters.get('UnitSerNum') ?? '').trim().toUpperCase();
  const search = (
    <SearchForm
      label="Find a unit"
      field={{ name: 'unit', label: 'Serial number', maxLength: SEARCH_LENGTH.tcp }}
      text={UnitSerNum}
      button="Search"
      check={(typed) => {
        const wanted = typed.trim().toUpperCase();
        return startsSearch('tcp', wanted) ? { text: wanted } : { error: SERIAL_REQUIRED };
      }}
      onSearch={(unit) => change({ UnitSerNum: unit })}
    />
  );
  if (startsSearch('tcp', UnitSerNum)) return <OpenDebugLog key={UnitSerNum} UnitSerNum={UnitSerNum} search={search} />;
  return (
    <Page>
      <PageHeader title="Debug log" />
      {search}
      <EmptyState icon={Bug} title="No unit is chosen" description={`${SERIAL_REQUIRED}.`} />
    </Page>
  );
}

const DAYS = { start: 'StartDate', end: 'EndDate' };
const NONE: readonly DebugMessage[] = [];

/** P3-M27, P3-M28. */
const NO_SOCKET = 'An error occured while trying to set up a Websocket.';
const SOCKET_CLOSED = 'The connection server has closed';

function OpenDebugLog({ UnitSerNum, search }: { UnitSerNum: string; search: React.ReactNode }) {
  const days = useLogDays(DAYS);
  const [text, setText] = useState('');
  const asked = days.problem ? null : { filterText: UnitSerNum, ...days.instants(), pageSize: MOST_MESSAGES };
  const stored = useEndpoint(logs.getDebugLog, asked, { revalidateOnFocus: false, shouldRetryOnError: false });
  const log = useDebugLog(UnitSerNum, {
    read: stored.data?.items ?? NONE,
    readAgain: () => void stored.mutate(),
  });
  const shown = withText(log.messages, text);
  return (
    <Page endsWithTable>
      <PageHeader
        title="Debug log"
        description={UnitSerNum}
        badge={
          <span role="status">
            {log.isConnected ? (
              <StatusBadge tone="ok" label="Socket Connected" />
            ) : (
              <StatusBadge tone="muted" label="Socket Closed" />
            )}
          </span>
        }
      />
      {log.isRetrying && (
        <chakra.p role="alert" color="fg.error">
          {log.wasConnected ? SOCKET_CLOSED : NO_SOCKET}
        </chakra.p>
      )}
      <Flex gap="3" align="flex-end" wrap="wrap">
        <Box flex="0 1 22rem" minW="0">
          {search}
        </Box>
        <Box flex="1 1 31rem" maxW="44rem" minW="0">
          <DateRangeField
            value={days.range}
            onChange={days.setRange}
            required
            {...(days.problem && { error: days.problem })}
          />
        </Box>
      </Flex>
      <DataTable<DebugMessage>
        name="debugLog"
        label="Messages"
        columns={COLUMNS}
        rows={stored.data || stored.error || days.problem || log.messages.length > 0 ? shown : undefined}
        rowId={({ id }) => id}
        sortable={false}
        {...(stored.error && log.messages.length === 0 && { error: failureWords(stored.error) })}
        onRetry={() => void stored.mutate()}
        controls={
          <Flex gap="3" align="flex-end" wrap="wrap">
            <Box w="16rem">
              <TextField name="text" label="Text in a line" value={text} onChange={setText} maxLength={100} />
            </Box>
            <Button variant="outline" onClick={() => log.setPaused(!log.isPaused)}>
              {log.isPaused ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
              {log.isPaused ? 'Go on' : 'Pause'}
            </Button>
            <Button
              variant="outline"
              onClick={() => saveText(`debug log ${UnitSerNum}.txt`, shown.map(asText).join('\n'))}
            >
              <Download size={15} aria-hidden />
              Download
            </Button>
          </Flex>
        }
        empty={{
          title: text ? 'No line has this text' : 'No line yet',
          description: 'Lines appear here as soon as the unit sends them. Remote logging must be on.',
        }}
      />
    </Page>
  );
}

const failureWords = (error: Error) => ('code' in error && error.code === 'NOT_FOUND' ? UNIT_NOT_FOUND : error.message);

const asText = ({ at, lines }: DebugMessage) => lines.map((line) => `${instant(at)} ${line}`).join('\n');

const COLUMNS: DataColumn<DebugMessage>[] = [
  {
    id: 'time',
    accessorFn: ({ at }) => instant(at),
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={instant(row.original.at)} />,
    meta: { label: 'Time', locked: true, card: 'aside' },
  },
  {
    id: 'lines',
    accessorFn: ({ lines }) => lines.join(' ⏎ '),
    size: 480,
    meta: { label: 'Lines', grows: true, monospace: true, card: 'title' },
  },
];
