import { devTools } from '#core/dev-tools/contract.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';

export const firstReads: FirstReads = () => [readOf(devTools.serverStatus, {})];

type Connection = Output<typeof devTools.serverStatus>['connections'][number];

/** The bridges that hold connections of units, read anew whenever the screen opens. */
export default function ServerStatusPage() {
  const { data, error, mutate } = useEndpoint(
    devTools.serverStatus,
    {},
    { revalidateOnMount: true, dedupingInterval: 0 },
  );
  return (
    <Page>
      <PageHeader
        title="Server status"
        {...(data && { count: data.connections.length })}
        description="The bridges that hold the connections of units."
      />
      <DataTable<Connection>
        name="serverStatus"
        label="Bridges"
        columns={COLUMNS}
        rows={data?.connections}
        rowId={({ bridgeId }) => bridgeId}
        {...(error && { error: error.message, onRetry: () => void mutate() })}
        empty={{ title: 'No bridge runs', description: 'No unit can connect until one does.' }}
      />
    </Page>
  );
}

const COLUMNS: readonly DataColumn<Connection>[] = [
  { accessorKey: 'bridgeId', size: 160, meta: { label: 'Bridge', locked: true, monospace: true, card: 'title' } },
  { accessorKey: 'bridgeAddress', size: 240, meta: { label: 'Address', monospace: true, grows: true } },
  {
    id: 'isRunning',
    accessorFn: ({ isRunning }) => (isRunning ? 'Running' : 'Stopped'),
    size: 120,
    cell: ({ row: { original } }) => (
      <StatusBadge
        tone={original.isRunning ? 'ok' : 'danger'}
        label={original.isRunning ? 'Running' : 'Stopped'}
        look="plain"
      />
    ),
    meta: { label: 'State', card: 'aside' },
  },
  {
    accessorKey: 'leaseUntil',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.leaseUntil} />,
    meta: { label: 'Lease until' },
  },
];
