import { chakra } from '@chakra-ui/react';
import type { Ping } from '#core/history/ping.ts';
import { DEFAULT_UNIT_MODEL, type UnitModel } from '#core/units/unit.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';

const whenColumn: DataColumn<Ping> = {
  accessorKey: 'timeStamp',
  size: TIME_WIDTH,
  cell: ({ row }) => <ExactTime at={row.original.timeStamp} />,
  meta: { label: 'Time', locked: true, card: 'title' },
};

const ago: DataColumn<Ping> = {
  id: 'ago',
  accessorFn: ({ timeStamp }) => timeStamp,
  size: 110,
  cell: ({ row }) => <RelativeTime at={row.original.timeStamp} />,
  meta: { label: 'Age', card: 'aside' },
};

const shared: DataColumn<Ping>[] = [
  { accessorKey: 'pingReason', size: 140, meta: { label: 'Reason', grows: true } },
  {
    accessorKey: 'chargedPercent',
    size: 96,
    cell: ({ row: { original } }) => (
      <chakra.span color={original.lowpower ? 'warning.fg' : undefined}>
        {original.chargedPercent === undefined ? '' : `${original.chargedPercent} %`}
      </chakra.span>
    ),
    meta: { label: 'Battery', align: 'end' },
  },
  {
    id: 'lowpower',
    accessorFn: ({ lowpower }) => yesNo(lowpower),
    size: 110,
    meta: { label: 'Low battery', shownByDefault: false },
  },
  {
    id: 'acPower',
    accessorFn: ({ acPower }) => (acPower === undefined ? '' : acPower ? 'Mains' : 'Battery'),
    size: 100,
    meta: { label: 'Power' },
  },
  {
    accessorKey: 'bars',
    size: 90,
    cell: ({ row: { original } }) => (original.bars === undefined ? '' : `${original.bars} / 5`),
    meta: { label: 'Signal', align: 'end' },
  },
  { id: 'lte', accessorFn: ({ lte }) => yesNo(lte), size: 80, meta: { label: 'LTE', shownByDefault: false } },
];

const tail: DataColumn<Ping>[] = [
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

const VOICE_COLUMNS: DataColumn<Ping>[] = [
  whenColumn,
  ago,
  ...shared,
  { accessorKey: 'switchPosition', size: 90, meta: { label: 'Switch' } },
  ...tail,
];

const WEARABLE_COLUMNS: DataColumn<Ping>[] = [
  whenColumn,
  ago,
  ...shared,
  { accessorKey: 'steps', size: 100, meta: { label: 'Steps', align: 'end' } },
  ...tail,
];

const yesNo = (value: boolean | undefined) => (value === undefined ? '' : value ? 'Yes' : 'No');

/** The columns of pings of a model. */
export const pingColumns = (model: UnitModel) => (model === DEFAULT_UNIT_MODEL ? VOICE_COLUMNS : WEARABLE_COLUMNS);
