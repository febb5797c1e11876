import { IconButton } from '@chakra-ui/react';
import { Plus, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CENTER_STATUS, type CenterStatus, type MonitoringCenter, PROTOCOLS } from '#core/monitoring-centers/center.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { ACTIONS } from '#core/severity.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import type { LinkTabsProps } from '#web/components/page/link-tabs.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { CenterDialog } from './center-dialog.tsx';
import { CENTERS } from './lists.ts';
import { ReceiverDialog } from './receiver-dialog.tsx';
import { StatusMenu } from './status-menu.tsx';

/** The monitoring centres that the dealer administers. */
export function CentersTab({ tabs }: { tabs: LinkTabsProps }) {
  const [edited, setEdited] = useState<MonitoringCenter | 'new'>();
  const [receiving, setReceiving] = useState<MonitoringCenter>();
  const remove = useRemove();
  const list = useListPage(monitoringCenters.list, {
    ...CENTERS,
    rowId: ({ mcKey }) => mcKey,
    onFailure: showFailureAs('Error getting monitoring centres'),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` does the same on every render
  const columns = useMemo(() => [...COLUMNS, actionsColumn(setEdited, setReceiving, remove)], []);
  const add = <PageAction label="Add monitoring centre" icon={Plus} onClick={() => setEdited('new')} />;
  return (
    <ListPage<MonitoringCenter>
      title="Monitoring directory"
      description="The monitoring centres that receive the alarms of units."
      label="Monitoring centres"
      tabs={tabs}
      primary={add}
      list={list}
      columns={columns}
      exportColumns={COLUMNS}
      onOpen={setEdited}
      empty={{ title: 'No monitoring centre yet', description: 'Add the first one.' }}
    >
      {edited && <CenterDialog center={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {receiving && <ReceiverDialog center={receiving} onClose={() => setReceiving(undefined)} />}
    </ListPage>
  );
}

function useRemove() {
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation(monitoringCenters.remove, {
    success: 'The monitoring centre was deleted',
    refreshes: [monitoringCenters.list],
  });
  return async ({ mcKey, version, name }: MonitoringCenter) => {
    const sure = await confirm({
      title: `Delete the monitoring centre ${name}?`,
      actionLabel: 'Delete centre',
      ...ACTIONS.deleteRecord,
    });
    if (sure) await trigger({ mcKey, version });
  };
}

const TONES: Readonly<Record<CenterStatus, Tone>> = { 1: 'notice', 2: 'ok', 3: 'warning', 4: 'muted' };

const COLUMNS: readonly DataColumn<MonitoringCenter>[] = [
  { accessorKey: 'name', size: 240, meta: { label: 'Name', locked: true, grows: true, card: 'title' } },
  {
    id: 'status',
    accessorFn: ({ status }) => CENTER_STATUS[status],
    size: 130,
    cell: ({ row: { original } }) => (
      <StatusBadge tone={TONES[original.status]} label={CENTER_STATUS[original.status]} look="plain" />
    ),
    meta: { label: 'Status', card: 'aside' },
  },
  { id: 'protocol', accessorFn: ({ protocol }) => PROTOCOLS[protocol], size: 160, meta: { label: 'Protocol' } },
  { accessorKey: 'mcKey', size: 260, meta: { label: 'Key', monospace: true, copyable: true } },
];

const actionsColumn = (
  onEdit: (center: MonitoringCenter) => void,
  onReceiver: (center: MonitoringCenter) => void,
  onDelete: (center: MonitoringCenter) => Promise<void>,
): DataColumn<MonitoringCenter> => ({
  id: 'actions',
  header: '',
  size: 150,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <>
      <EntryActions name={original.name} onEdit={() => onEdit(original)} onDelete={() => void onDelete(original)} />
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={`Receiver of ${original.name}`}
        onClick={() => onReceiver(original)}
      >
        <Send aria-hidden />
      </IconButton>
      <StatusMenu center={original} />
    </>
  ),
  meta: { label: 'Actions', locked: true },
});
