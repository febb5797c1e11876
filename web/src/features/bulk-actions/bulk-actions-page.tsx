import { Button } from '@chakra-ui/react';
import { ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { type BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import { SECOND } from '#core/time.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { stateBadge } from '#web/shared/bulk-actions/state-words.ts';
import { RowProgress } from './row-progress.tsx';

const READS: ListReads<typeof bulkActions.list> = {
  name: 'bulkChangeStatus',
  pageSizes: [10, 25, 50, 100],
  defaultPageSize: 25,
  input: () => ({}),
};

export const firstReads: FirstReads = (parameters) => firstReadsOfList(bulkActions.list, READS, parameters);

/** The bulk actions of the dealer, the newest first. Those under way move on by themselves. */
export default function BulkActionsPage() {
  const list = useListPage(bulkActions.list, {
    ...READS,
    rowId: ({ bchKey }) => bchKey,
    refreshInterval: (latest) => (latest?.items.some(isUnderWay) ? 5 * SECOND : 60 * SECOND),
  });
  return (
    <ListPage<BulkAction>
      title="Bulk actions"
      description="Changes to many units at once, and their progress."
      list={list}
      columns={COLUMNS}
      rowHref={({ bchKey }) => paths.bulkAction(bchKey)}
      empty={{
        title: 'No bulk action yet',
        description: 'Select units in the unit list and choose “Bulk action”.',
        action: (
          <Button asChild variant="outline">
            <Link to={paths.units()}>
              <ListChecks size={15} aria-hidden />
              Go to the units
            </Link>
          </Button>
        ),
      }}
    />
  );
}

const COLUMNS: DataColumn<BulkAction>[] = [
  { id: 'action', accessorFn: actionWords, size: 190, meta: { label: 'Action', locked: true, card: 'title' } },
  {
    id: 'state',
    accessorFn: (bulkAction) => stateBadge(bulkAction).label,
    size: 190,
    cell: ({ row }) => <StatusBadge {...stateBadge(row.original)} look="plain" />,
    meta: { label: 'State', card: 'aside' },
  },
  {
    id: 'progress',
    accessorFn: ({ done, failed, total }) => (total === 0 ? 0 : (done + failed) / total),
    size: 190,
    cell: ({ row }) => <RowProgress bulkAction={row.original} />,
    meta: {
      label: 'Progress',
      exportValue: ({ done, failed, total }) => `${done + failed} of ${total}`,
    },
  },
  { accessorKey: 'failed', size: 90, meta: { label: 'Failed', align: 'end' } },
  { accessorKey: 'total', size: 90, meta: { label: 'Units', align: 'end' } },
  { accessorKey: 'UnitModel', size: 130, meta: { label: 'Model' } },
  {
    accessorKey: 'createdAt',
    size: 130,
    cell: ({ row }) => <RelativeTime at={row.original.createdAt} />,
    meta: { label: 'Started' },
  },
  { accessorKey: 'createdBy', size: 160, meta: { label: 'Started by', grows: true } },
];
