import type { Call } from '#core/history/call.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { durationWords } from '#web/components/text/duration-words.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';

export const CALL_COLUMNS: DataColumn<Call>[] = [
  {
    accessorKey: 'startedAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.startedAt} />,
    meta: { label: 'Start', locked: true, card: 'title' },
  },
  { accessorKey: 'direction', size: 110, meta: { label: 'Direction' } },
  { accessorKey: 'outcome', size: 120, meta: { label: 'Outcome', grows: true } },
  {
    accessorKey: 'durationSeconds',
    size: 110,
    cell: ({ row }) => durationWords(row.original.durationSeconds),
    meta: { label: 'Duration', align: 'end' },
  },
  { accessorKey: 'phoneNumber', size: 160, meta: { label: 'Phone number', monospace: true, copyable: true } },
  { accessorKey: 'attempts', size: 100, meta: { label: 'Attempts', align: 'end' } },
  { accessorKey: 'failCode', size: 100, meta: { label: 'Fail code', align: 'end', monospace: true } },
  {
    accessorKey: 'bars',
    size: 90,
    cell: ({ row: { original } }) => (original.bars === undefined ? '' : `${original.bars} / 5`),
    meta: { label: 'Signal', align: 'end' },
  },
  { accessorKey: 'signalDbm', size: 100, meta: { label: 'dBm', align: 'end', shownByDefault: false } },
  {
    id: 'lte',
    accessorFn: ({ lte }) => (lte === undefined ? '' : lte ? 'Yes' : 'No'),
    size: 80,
    meta: { label: 'LTE', shownByDefault: false },
  },
  {
    accessorKey: 'receivedAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.receivedAt} />,
    meta: { label: 'Received', shownByDefault: false },
  },
];
