import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { repair } from '#core/repair/contract.ts';
import { type DevSim, DevSimInput } from '#core/repair/dev-sim.ts';
import { ACTIONS } from '#core/severity.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { UnitLookup } from './unit-lookup.tsx';

const READS: ListReads<typeof repair.devSims> = {
  name: 'repair',
  pageSizes: [10, 25, 50, 100],
  defaultPageSize: 25,
  input: () => ({}),
};
const refreshes = [repair.devSims];

export const firstReads: FirstReads = (parameters) => firstReadsOfList(repair.devSims, READS, parameters);

/** Looks up a unit for its repair, and keeps the developer SIMs. */
export default function RepairPage() {
  const [isAdding, setAdding] = useState(false);
  const list = useListPage(repair.devSims, {
    ...READS,
    rowId: ({ id }) => id,
    onFailure: showFailureAs('Could not fetch developer SIMs'),
  });
  const confirm = useConfirm();
  const mayAdd = useMay(repair.addDevSim.access);
  const mayDelete = useMay(repair.removeDevSim.access);
  const { trigger } = useEndpointMutation(repair.removeDevSim, { refreshes, success: 'The developer SIM was deleted' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the action does the same on every render
  const columns = useMemo(() => {
    const remove = async ({ id, ICCID }: DevSim) => {
      const sure = await confirm({
        title: `Delete the developer SIM ${ICCID}?`,
        actionLabel: 'Delete developer SIM',
        ...ACTIONS.deleteRecord,
      });
      if (sure) await trigger({ key: id });
    };
    return mayDelete ? [...COLUMNS, actionsColumn((sim) => void remove(sim))] : COLUMNS;
  }, [mayDelete]);
  const add = (
    <PageAction
      label="Add developer SIM"
      icon={Plus}
      onClick={() => setAdding(true)}
      disabledReason={mayAdd ? undefined : 'Only engineers of the root dealer keep developer SIMs'}
    />
  );
  return (
    <ListPage<DevSim>
      title="Repair"
      label="Developer SIMs"
      description="Look up a unit, and keep the SIMs that engineers use for tests."
      primary={add}
      above={<UnitLookup />}
      list={list}
      columns={columns}
      exportColumns={COLUMNS}
      empty={{ title: 'No developer SIM yet', description: 'Add the first one.' }}
    >
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useEndpointMutation(repair.addDevSim, { refreshes, success: 'The developer SIM was added' });
  const form = useForm({
    schema: DevSimInput,
    initial: { ICCID: '' },
    onSubmit: async (input) => {
      await add.submit(input);
      onClose();
    },
  });
  return (
    <FormDialog title="New developer SIM" form={form} submitLabel="Add developer SIM" onClose={onClose}>
      <TextField label="ICCID" help="20 digits" maxLength={20} identifier {...form.field('ICCID')} />
    </FormDialog>
  );
}

const COLUMNS: readonly DataColumn<DevSim>[] = [
  {
    accessorKey: 'ICCID',
    size: 240,
    meta: { label: 'ICCID', locked: true, grows: true, monospace: true, copyable: true, card: 'title' },
  },
];

const actionsColumn = (onDelete: (sim: DevSim) => void): DataColumn<DevSim> => ({
  id: 'actions',
  header: '',
  size: 60,
  enableSorting: false,
  cell: ({ row }) => <EntryActions name={row.original.ICCID} onDelete={() => onDelete(row.original)} />,
  meta: { label: 'Actions', locked: true, card: 'aside' },
});
