import { Box } from '@chakra-ui/react';
import { ListChecks, PackagePlus, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { demoUnits } from '#core/demo-units/contract.ts';
import type { DemoUnit } from '#core/demo-units/demo-unit.ts';
import { UNIT_STATUS } from '#core/units/unit.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { DealerField, readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { AddOrderDialog } from './add-order-dialog.tsx';
import { AddUnitDialog } from './add-unit-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { DemoReportSwitch } from './report-switch.tsx';
import { StatusDialog } from './status-dialog.tsx';

const TABLE = { name: 'demoManagement', pageSizes: [10, 25, 50, 100], defaultPageSize: 50 } as const;

const dealerOf = (parameters: URLSearchParams) => Number(parameters.get('dealer')) || undefined;

const listReads = (parameters: URLSearchParams): ListReads<typeof demoUnits.list> => ({
  ...TABLE,
  input: () => {
    const DealerKey = dealerOf(parameters);
    return DealerKey === undefined ? {} : { DealerKey };
  },
});

export const firstReads: FirstReads = (parameters) => [
  ...firstReadsOfList(demoUnits.list, listReads(parameters), parameters),
  readOfDealerField(),
];

/** The demo units, all or those of a dealer and its sub-dealers. */
export default function DemoUnitsPage() {
  const [parameters, setParameters] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const [isAddingOrder, setAddingOrder] = useState(false);
  const [edited, setEdited] = useState<DemoUnit>();
  const [isChanging, setChanging] = useState(false);
  const dealer = dealerOf(parameters);
  const list = useListPage(demoUnits.list, {
    ...listReads(parameters),
    rowId: ({ UnitSerNum }) => UnitSerNum,
    part: String(dealer ?? 'all'),
    onFailure: showFailureAs('Error getting units'),
  });
  const columns = useMemo(() => [...COLUMNS, actionsColumn(setEdited)], []);
  const add = <PageAction label="Add demo unit" icon={Plus} onClick={() => setAdding(true)} />;
  return (
    <ListPage<DemoUnit>
      title="Demo units"
      description="Units that are lent or shown."
      primary={add}
      secondary={[{ id: 'order', label: 'Add by order', icon: PackagePlus, run: () => setAddingOrder(true) }]}
      list={list}
      columns={columns}
      exportColumns={COLUMNS}
      rowHref={({ UnitSerNum }) => paths.unit(UnitSerNum)}
      controls={
        <Box w="18rem">
          <DealerField
            name="dealer"
            label="Dealer"
            labelHidden
            placeholder="All dealers"
            clearable
            value={dealer}
            chosenName={list.rows?.find(({ DealerKey }) => DealerKey === dealer)?.DealerName}
            onChange={(chosen) =>
              setParameters(chosen === undefined ? {} : { dealer: String(chosen) }, { replace: true })
            }
          />
        </Box>
      }
      selectionActions={[{ id: 'status', label: 'Change status', icon: ListChecks, run: () => setChanging(true) }]}
      empty={{ title: 'No demo unit yet', description: 'Add a unit by its serial number.' }}
    >
      {isAdding && <AddUnitDialog onClose={() => setAdding(false)} />}
      {isAddingOrder && <AddOrderDialog onClose={() => setAddingOrder(false)} />}
      {edited && <EditDialog key={edited.UnitSerNum} unit={edited} onClose={() => setEdited(undefined)} />}
      {isChanging && (
        <StatusDialog
          selected={[...list.selected]}
          shown={list.rows?.filter(({ UnitSerNum }) => list.selected.has(UnitSerNum)) ?? []}
          onClose={() => setChanging(false)}
        />
      )}
    </ListPage>
  );
}

const COLUMNS: readonly DataColumn<DemoUnit>[] = [
  {
    accessorKey: 'UnitSerNum',
    size: 120,
    meta: { label: 'Serial number', locked: true, monospace: true, copyable: true, card: 'title' },
  },
  { accessorKey: 'FullUnitID', size: 110, meta: { label: 'Full unit ID', monospace: true } },
  { accessorKey: 'UnitModel', size: 120, meta: { label: 'Model' } },
  {
    id: 'UnitStatus',
    accessorFn: ({ UnitStatus }) => UNIT_STATUS[UnitStatus],
    size: 110,
    meta: { label: 'Status', card: 'aside' },
  },
  { accessorKey: 'DealerName', size: 180, meta: { label: 'Dealer' } },
  {
    id: 'Report',
    accessorFn: ({ Report }) => (Report === 1 ? 'On' : 'Off'),
    size: 110,
    cell: ({ row }) => <DemoReportSwitch unit={row.original} />,
    meta: { label: 'Reporting' },
  },
  { accessorKey: 'Note', size: 220, meta: { label: 'Note', grows: true } },
];

const actionsColumn = (onEdit: (unit: DemoUnit) => void): DataColumn<DemoUnit> => ({
  id: 'actions',
  header: '',
  size: 60,
  enableSorting: false,
  cell: ({ row }) => <EntryActions name={row.original.UnitSerNum} onEdit={() => onEdit(row.original)} />,
  meta: { label: 'Actions', locked: true },
});
