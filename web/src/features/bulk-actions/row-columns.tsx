import type { BulkAction, BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { OUTCOMES, shownOutcomeOf } from '#web/shared/bulk-actions/outcomes.ts';

/** Where the row of a unit leads: what was asked of a carrier is beside its SIMs. */
export const hrefIn =
  ({ action }: BulkAction) =>
  ({ UnitSerNum }: BulkActionRow): string =>
    (action === 'sim' || action === 'plan' ? paths.unitSims : paths.unit)(UnitSerNum);

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
