import { Button, Flex } from '@chakra-ui/react';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { SECOND } from '#core/time.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useListEndpoint } from '#web/lib/api/use-list-endpoint.ts';
import { tellFailure } from '#web/lib/messages/tell.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useTableColumns } from '#web/lib/table/use-table-columns.ts';
import { useTableState } from '#web/lib/table/use-table-state.ts';
import { actionWords, stateBadge } from './action-words.ts';
import { RowProgress } from './row-progress.tsx';

const SIZES = [10, 25, 50, 100];

/** The bulk actions of the dealer, the newest first; those under way move on by themselves. */
export default function BulkActionsPage() {
  const { pageSize, setPageSize } = useTableState({ pageSizes: SIZES, defaultPageSize: 25 });
  const pages = useCursorPages(String(pageSize));
  const settings = useTableColumns('bulkChangeStatus');
  const { data, error, isValidating, readAt, retry } = useListEndpoint(
    bulkActions.list,
    { pageSize, ...(pages.cursor && { cursor: pages.cursor }) },
    {
      onFailure: tellFailure,
      refreshInterval: (latest) => (latest?.items.some(isUnderWay) ? 5 * SECOND : 60 * SECOND),
    },
  );
  const columns = useMemo(bulkActionColumns, []);
  const rows = data?.items;
  return (
    <Flex direction="column" gap="4" p={{ base: '4', md: '6' }} pt={{ base: '3', md: '5' }}>
      <PageHeader title="Bulk actions" description="What was done to many units at once, and how far it is." />
      <DataTable<BulkAction>
        name="bulkChangeStatus"
        label="Bulk actions"
        columns={columns}
        rows={rows}
        rowId={({ bchKey }) => bchKey}
        rowHref={({ bchKey }) => paths.bulkAction(bchKey)}
        {...settings}
        exporting={{ fileName: 'bulk actions' }}
        paging={{
          size: pageSize,
          sizes: SIZES,
          onSizeChange: setPageSize,
          onNext: pages.goNext(data?.cursor),
          onPrevious: pages.goPrevious,
          ...(rows && { text: pageText({ number: pages.pageNumber, size: pageSize, shown: rows.length }) }),
        }}
        refreshing={isValidating && !data}
        {...(error && { error: error.message })}
        {...(readAt && { updatedAt: readAt })}
        onRetry={retry}
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
    </Flex>
  );
}

const isUnderWay = ({ state }: BulkAction) => state !== 'finished';

const bulkActionColumns = (): DataColumn<BulkAction>[] => [
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
