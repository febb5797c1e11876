import { Flex } from '@chakra-ui/react';
import type { UnitEvent } from '#core/history/ping.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { LogTable } from './log-table.tsx';
import { useEventLog } from './use-unit-log.ts';

/** Every event of the unit in a range of days. */
export function EventsTab({ unit: { UnitSerNum } }: { unit: { UnitSerNum: string } }) {
  const log = useEventLog(UnitSerNum, 'unitEvents');
  return (
    <LogTable<UnitEvent>
      label="Events"
      UnitSerNum={UnitSerNum}
      columns={COLUMNS}
      log={log}
      emptyTitle="No event in this range"
      controls={
        <Flex gap="4" wrap="wrap">
          <SwitchField
            name="supervisory"
            label="Supervisory signals"
            value={log.supervisory}
            onChange={(on) => log.show('supervisory', on)}
          />
          <SwitchField
            name="disabled"
            label="Disabled events"
            value={log.disabled}
            onChange={(on) => log.show('disabled', on)}
          />
        </Flex>
      }
    />
  );
}

const COLUMNS: DataColumn<UnitEvent>[] = [
  {
    accessorKey: 'timeStamp',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.timeStamp} />,
    meta: { label: 'Time', locked: true, card: 'title' },
  },
  {
    id: 'ago',
    accessorFn: ({ timeStamp }) => timeStamp,
    size: 110,
    cell: ({ row }) => <RelativeTime at={row.original.timeStamp} />,
    meta: { label: 'Age', card: 'aside' },
  },
  { accessorKey: 'eventType', size: 200, meta: { label: 'Event' } },
  { accessorKey: 'zone', size: 80, meta: { label: 'Zone', align: 'end' } },
  { accessorKey: 'detail', size: 240, meta: { label: 'Detail', grows: true } },
  {
    id: 'disabled',
    accessorFn: ({ disabled }) => (disabled ? 'Reporting was off' : ''),
    size: 150,
    meta: { label: 'Disabled', shownByDefault: false },
  },
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
