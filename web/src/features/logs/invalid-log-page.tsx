import { Button, chakra, Flex } from '@chakra-ui/react';
import { Pause, Play, RotateCw } from 'lucide-react';
import { MOST_RETRIES, RETRIES_MAXED_OUT } from '#core/live/retries.ts';
import { logs } from '#core/logs/contract.ts';
import { type InvalidMessageRow, withLive } from '#core/logs/invalid-message.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { frameWords } from './message-words.ts';
import { useInvalidLog } from './use-invalid-log.ts';

/** P3-K15. */
const READS: ListReads<typeof logs.invalidLog> = {
  name: 'tcpInvalidLog',
  pageSizes: [5, 15, 25, 50, 100],
  defaultPageSize: 100,
  input: () => ({}),
};

export const firstReads: FirstReads = (parameters) => firstReadsOfList(logs.invalidLog, READS, parameters);

/** The messages that the bridge could not use, as they come. Older ones follow page by page. */
export default function InvalidLogPage() {
  const list = useListPage(logs.invalidLog, { ...READS, rowId: ({ id }) => id });
  const log = useInvalidLog(list.retry);
  const isFirst = list.pageNumber === 0;
  const rows = isFirst && list.rows ? withLive(log.messages, list.rows) : list.rows;
  return (
    <Page endsWithTable>
      <PageHeader
        title="TCP invalid log"
        description="Messages that could not be used, of the last 30 days."
        badge={<span role="status">{markOf(log)}</span>}
      />
      {log.hasGivenUp && (
        <chakra.p role="alert" color="fg.error">
          {RETRIES_MAXED_OUT}
        </chakra.p>
      )}
      <ListTable<InvalidMessageRow>
        label="Invalid messages"
        list={{ ...list, rows }}
        columns={COLUMNS}
        sortable={false}
        fileName="invalid messages"
        controls={
          <Flex gap="3">
            <Button variant="outline" onClick={() => log.setPaused(!log.isPaused)}>
              {log.isPaused ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
              {log.isPaused ? 'Go on' : 'Pause'}
            </Button>
            {log.hasGivenUp && (
              <Button onClick={log.connectAgain}>
                <RotateCw size={15} aria-hidden />
                Connect again
              </Button>
            )}
          </Flex>
        }
        empty={{
          title: 'No invalid message',
          description: 'Messages appear here as soon as the bridge cannot use one.',
        }}
      />
    </Page>
  );
}

function markOf({ isConnected, hasGivenUp, retry }: ReturnType<typeof useInvalidLog>) {
  if (isConnected) return <StatusBadge tone="ok" label="Connected" />;
  if (hasGivenUp) return <StatusBadge tone="danger" label="Not connected" />;
  if (retry > 0) return <StatusBadge tone="warning" label={`Retry ${retry} of ${MOST_RETRIES}`} />;
  return <StatusBadge tone="notice" label="Connecting" />;
}

const COLUMNS: DataColumn<InvalidMessageRow>[] = [
  {
    accessorKey: 'at',
    size: TIME_WIDTH,
    cell: ({ row: { original } }) => <ExactTime at={original.at} />,
    meta: { label: 'Time', locked: true, card: 'aside' },
  },
  { accessorKey: 'error', size: 170, meta: { label: 'Error', card: 'title' } },
  { accessorKey: 'detail', size: 300, meta: { label: 'Detail', grows: true } },
  { accessorKey: 'UnitSerNum', size: 130, meta: { label: 'Serial number', monospace: true } },
  { accessorKey: 'imei', size: 160, meta: { label: 'IMEI', monospace: true } },
  { accessorKey: 'remoteAddress', size: 150, meta: { label: 'Address', monospace: true } },
  {
    id: 'raw',
    accessorFn: frameWords,
    size: 280,
    meta: { label: 'Raw bytes', monospace: true },
  },
];
