import { Flex } from '@chakra-ui/react';
import { useSearchParams } from 'react-router';
import { logs, UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import type { EventRow } from '#core/logs/event-row.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import type { ExportRun } from '#web/components/data-table/types.ts';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { call, type Output } from '#web/lib/api/api.ts';
import { readAllPages } from '#web/lib/list/read-all-pages.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { columnsOfLog } from './log-reads.ts';
import { UnitLogPage } from './unit-log-page.tsx';
import { useUnitLog } from './use-unit-log.ts';

const PAGE_SIZES = [10, 25, 50, 100, 500];
const DEFAULT_PAGE_SIZE = 100;

/** What the log shows unless it is switched off, by its parameter of the address. */
const TOGGLES = ['showSupervisorySignals', 'showDisabledEvents'] as const;
const OFF = 'false' as const;

const rowId = ({ TimeStamp, sequence, EventName }: EventRow) => `${TimeStamp} ${sequence} ${EventName}`;

export const firstReads = columnsOfLog('eventLog');

/** The events of one unit. */
export default function EventLogPage() {
  const { parameters, change } = useAddressParameters();
  const [supervisory, disabled] = TOGGLES.map((name) => parameters.get(name) !== OFF) as [boolean, boolean];
  const shown = {
    ...(!supervisory && { showSupervisorySignals: OFF }),
    ...(!disabled && { showDisabledEvents: OFF }),
  } as const;
  const log = useUnitLog<typeof logs.eventLog, EventRow>({
    endpoint: logs.eventLog,
    name: 'eventLog',
    pageSizes: PAGE_SIZES,
    defaultPageSize: useItemsByPage(),
    rowId,
    rowsOf: (answer) => (answer as Output<typeof logs.eventLog>).eventLog,
    notFound: UNIT_NOT_FOUND,
    failed: 'Could not fetch event log.',
    input: ({ text, ...of }) => ({ searchText: text, ...of, ...shown }),
  });
  const { days, answer } = log;
  const readAll = (run: ExportRun) =>
    readAllPages<Output<typeof logs.exportEvents>, EventRow>(
      {
        readPage: (page) =>
          call(
            logs.exportEvents,
            { UnitSerNum: answer!.UnitSerNum!, ...days.instants(), ...shown, ...page },
            { signal: run.signal },
          ),
        rowsOf: ({ items }) => items,
        rowId,
      },
      run,
    );
  return (
    <UnitLogPage<EventRow>
      title="Event log"
      label="Events"
      log={{ ...log, list: { ...log.list, readAll } }}
      columns={COLUMNS}
      controls={
        <Flex gap="4" wrap={{ md: 'wrap' }} whiteSpace="nowrap">
          <SwitchField
            name="supervisory"
            label="Supervisory signals"
            value={supervisory}
            onChange={(on) => change({ showSupervisorySignals: on ? undefined : OFF })}
          />
          <SwitchField
            name="disabled"
            label="Disabled events"
            value={disabled}
            onChange={(on) => change({ showDisabledEvents: on ? undefined : OFF })}
          />
        </Flex>
      }
    />
  );
}

/** The page size that a link to the log asks for. */
function useItemsByPage(): number {
  const [parameters] = useSearchParams();
  const asked = Number(parameters.get('itemsByPage'));
  return PAGE_SIZES.includes(asked) ? asked : DEFAULT_PAGE_SIZE;
}

const COLUMNS: DataColumn<EventRow>[] = [
  {
    accessorKey: 'TimeStamp',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.TimeStamp} />,
    meta: { label: 'Time', locked: true, card: 'aside' },
  },
  { accessorKey: 'EventName', size: 220, meta: { label: 'Event', locked: true, card: 'title' } },
  { accessorKey: 'EventCode', size: 90, meta: { label: 'Code', align: 'end', monospace: true } },
  { accessorKey: 'zone', size: 80, meta: { label: 'Zone', align: 'end' } },
  { accessorKey: 'detail', size: 240, meta: { label: 'Detail', grows: true } },
  {
    id: 'disabled',
    accessorFn: ({ disabled }) => (disabled ? 'Reporting was off' : ''),
    size: 150,
    meta: { label: 'Disabled' },
  },
  { accessorKey: 'FullUnitID', size: 120, meta: { label: 'Unit ID', shownByDefault: false } },
  { accessorKey: 'UnitSerNum', size: 120, meta: { label: 'Serial number', monospace: true, shownByDefault: false } },
  { accessorKey: 'UnitModel', size: 120, meta: { label: 'Model', shownByDefault: false } },
  {
    accessorKey: 'receivedAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.receivedAt} />,
    meta: { label: 'Received', shownByDefault: false },
  },
  {
    accessorKey: 'sequence',
    size: 110,
    meta: { label: 'Sequence', align: 'end', monospace: true, shownByDefault: false },
  },
];
