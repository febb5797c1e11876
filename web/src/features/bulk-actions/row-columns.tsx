import type { BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';

/** What became of a unit, in words. */
export const OUTCOMES: Record<BulkActionRow['state'], { tone: Tone; label: string }> = {
  queued: { tone: 'muted', label: 'To do' },
  done: { tone: 'ok', label: 'Updated' },
  failed: { tone: 'danger', label: 'Failed' },
  cancelled: { tone: 'muted', label: 'Not reached' },
};

/** The columns of the units of a bulk action. */
export const ROW_COLUMNS: DataColumn<BulkActionRow>[] = [
  {
    accessorKey: 'UnitSerNum',
    size: 140,
    meta: { label: 'Serial number', locked: true, monospace: true, copyable: true, card: 'title' },
  },
  {
    id: 'state',
    accessorFn: ({ state }) => OUTCOMES[state].label,
    size: 130,
    cell: ({ row }) => <StatusBadge {...OUTCOMES[row.original.state]} look="plain" />,
    meta: { label: 'Outcome', card: 'aside' },
  },
  { accessorKey: 'reason', size: 320, meta: { label: 'Reason', grows: true } },
  {
    accessorKey: 'finishedAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.finishedAt} />,
    meta: { label: 'Finished' },
  },
];
