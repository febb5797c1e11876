import type { BulkAction, BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import { outcomeOf, type RowOutcome } from '#core/bulk-actions/outcome.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { paths } from '#web/lib/page/paths.ts';

/** What became of a unit, in words. */
export const OUTCOMES: Record<RowOutcome | 'cancelled', { tone: Tone; label: string }> = {
  toDo: { tone: 'muted', label: 'To do' },
  updated: { tone: 'ok', label: 'Updated' },
  asked: { tone: 'notice', label: 'Asked' },
  already: { tone: 'muted', label: 'Was so already' },
  failed: { tone: 'danger', label: 'Failed' },
  cancelled: { tone: 'muted', label: 'Not reached' },
};

/** The outcome that a row shows: a cancelled action has not reached its open rows. */
export const shownOutcomeOf = (row: BulkActionRow): keyof typeof OUTCOMES =>
  row.state === 'cancelled' ? 'cancelled' : outcomeOf(row);

/** Where the row of a unit leads: what was asked of a carrier is beside its SIMs. */
export const hrefIn =
  ({ action }: BulkAction) =>
  ({ UnitSerNum }: BulkActionRow): string =>
    (action === 'sim' ? paths.unitSims : paths.unit)(UnitSerNum);

/** The columns of the units of a bulk action. */
export const ROW_COLUMNS: DataColumn<BulkActionRow>[] = [
  {
    accessorKey: 'UnitSerNum',
    size: 140,
    meta: { label: 'Serial number', locked: true, monospace: true, copyable: true, card: 'title' },
  },
  {
    id: 'state',
    accessorFn: (row) => OUTCOMES[shownOutcomeOf(row)].label,
    size: 130,
    cell: ({ row }) => <StatusBadge {...OUTCOMES[shownOutcomeOf(row.original)]} look="plain" />,
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
