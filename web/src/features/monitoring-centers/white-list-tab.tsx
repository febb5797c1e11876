import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { ACTIONS } from '#core/severity.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { formatPhone } from '#web/components/form/phone.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import type { LinkTabsProps } from '#web/components/page/link-tabs.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { type ListRow, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { WHITE_LIST } from './lists.ts';
import { NumberDialog } from './number-dialog.tsx';

type Row = ListRow<typeof monitoringCenters.whiteList>;

/** The phone numbers from which the centres call. */
export function WhiteListTab({ tabs }: { tabs: LinkTabsProps }) {
  const [edited, setEdited] = useState<Row | 'new'>();
  const remove = useRemove();
  const list = useListPage(monitoringCenters.whiteList, {
    ...WHITE_LIST,
    rowId: ({ id }) => id,
    onFailure: showFailureAs('Error getting the whitelist'),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` does the same on every render
  const columns = useMemo(() => [...COLUMNS, actionsColumn(setEdited, remove)], []);
  const add = <PageAction label="Add phone number" icon={Plus} onClick={() => setEdited('new')} />;
  return (
    <ListPage<Row>
      title="Monitoring directory"
      description="The phone numbers from which the centres call."
      label="Whitelist"
      tabs={tabs}
      primary={add}
      list={list}
      columns={columns}
      exportColumns={COLUMNS}
      onOpen={setEdited}
      empty={{ title: 'No phone number yet', description: 'Add the first number of a centre.' }}
    >
      {edited && <NumberDialog entry={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </ListPage>
  );
}

function useRemove() {
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation(monitoringCenters.removeFromWhiteList, {
    success: 'The phone number was removed',
    refreshes: [monitoringCenters.whiteList],
  });
  return async ({ id, version, phoneNumber }: Row) => {
    const sure = await confirm({
      title: `Remove ${formatPhone(phoneNumber)} from the whitelist?`,
      actionLabel: 'Remove number',
      ...ACTIONS.deleteRecord,
    });
    if (sure) await trigger({ id, version });
  };
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'phoneNumber',
    accessorFn: ({ phoneNumber }) => formatPhone(phoneNumber),
    size: 160,
    meta: { label: 'Phone number', locked: true, copyable: true, card: 'title' },
  },
  { accessorKey: 'name', size: 220, meta: { label: 'Monitoring centre' } },
  { accessorKey: 'label', size: 240, meta: { label: 'Label', grows: true } },
];

const actionsColumn = (onEdit: (entry: Row) => void, onDelete: (entry: Row) => Promise<void>): DataColumn<Row> => ({
  id: 'actions',
  header: '',
  size: 88,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <EntryActions
      name={formatPhone(original.phoneNumber)}
      onEdit={() => onEdit(original)}
      onDelete={() => void onDelete(original)}
    />
  ),
  meta: { label: 'Actions', locked: true },
});
