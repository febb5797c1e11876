import type { UnitEvent } from '#core/history/ping.ts';
import type { Unit } from '#core/units/unit.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { LogTable } from './log-table.tsx';
import { useEventLog } from './use-unit-log.ts';

/** Every event of the unit in a range of days. */
export function EventsTab({ unit }: { unit: Unit }) {
  const log = useEventLog(unit.UnitSerNum, 'unitEvents');
  return (
    <LogTable<UnitEvent>
      label="Events"
      UnitSerNum={unit.UnitSerNum}
      columns={COLUMNS}
      log={log}
      emptyTitle="No event in this range"
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
