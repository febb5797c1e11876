import { Button, Flex } from '@chakra-ui/react';
import { FileSearch, ListChecks, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { UNIT_MODELS, type Unit } from '#core/units/unit.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { useTableColumns } from '#web/lib/table/use-table-columns.ts';
import { BulkActionDialog } from '../bulk-actions/bulk-action-dialog.tsx';
import { useBulkStart } from '../bulk-actions/use-bulk-start.ts';
import { BulkSearchNote } from './bulk-search-note.tsx';
import { emptyListWords } from './empty-list.ts';
import { FileSearchDialog } from './file-search-dialog.tsx';
import { isSearch, withListAddress } from './list-address.ts';
import { unitColumns } from './unit-columns.tsx';
import { UnitSearch } from './unit-search.tsx';
import { selectAllOf, useBulkFound, useModelSelection } from './use-model-selection.ts';
import { listFailureWords, loadAllUnits, PAGE_SIZES, useUnits } from './use-units.ts';

/** The units of a model, or those that a search found. */
export default function UnitsPage() {
  const { engineer, columns: settings, list } = useUnitList();
  const { address, data, rows, pages } = list;
  const { UnitModel } = address;
  const mayAct = useMay(bulkActions.create.access);
  const { selected, select, setSelections } = useModelSelection(UnitModel);
  const [searchingFile, setSearchingFile] = useState(false);
  const bulk = useBulkStart();
  const location = useLocation();

  const newestFirmware = data?.NewestFirmware[UnitModel];
  const labels = data?.DealerSettings;
  const sortable = pages.pageNumber === 0 && data?.cursor === null;
  const columns = useMemo(
    () =>
      unitColumns({
        viewer: { engineer },
        customLabels: [labels?.CustomLabel1 || 'Custom 1', labels?.CustomLabel2 || 'Custom 2'],
        newestFirmware,
        sortable,
      }),
    [engineer, labels?.CustomLabel1, labels?.CustomLabel2, newestFirmware, sortable],
  );

  useBulkFound(data, (answer) => {
    setSelections(selectAllOf(answer));
    const model = UNIT_MODELS.find((each) => answer.lists[each].length > 0);
    if (model && answer.lists[UnitModel].length === 0) list.change({ UnitModel: model });
  });

  const total = list.counts?.[UnitModel];
  const tabs = UNIT_MODELS.map((model) => ({
    id: model,
    label: model,
    to: `?${withListAddress(new URLSearchParams(location.search), { UnitModel: model })}`,
    ...(list.counts && { count: list.counts[model] }),
  }));
  const start = () => bulk.start([...selected]);

  return (
    <Flex direction="column" gap="4" p={{ base: '4', md: '6' }} pt={{ base: '3', md: '5' }}>
      <PageHeader
        title="Units"
        {...(total !== undefined && { count: total })}
        primary={
          mayAct && (
            <Button variant="outline" onClick={start}>
              <ListChecks size={16} aria-hidden />
              Bulk action
            </Button>
          )
        }
        secondary={[
          { id: 'file', label: 'Find units by a file', icon: FileSearch, run: () => setSearchingFile(true) },
          ...(mayAct ? [{ id: 'queue', label: 'Show bulk actions', icon: ListChecks, href: paths.bulkActions }] : []),
        ]}
      >
        <Flex direction="column" mt="2">
          <LinkTabs tabs={tabs} label="Unit models" active={UnitModel} />
        </Flex>
      </PageHeader>
      {data?.BulkSearchResults && (
        <BulkSearchNote
          found={data.BulkSearchResults.found.length}
          missing={data.BulkSearchResults.missing}
          onClear={() => list.change({ bulkSearch: [] })}
        />
      )}
      <DataTable<Unit>
        name="unitManagement"
        label="Units"
        columns={columns}
        rows={rows}
        rowId={serialNumberOf}
        rowHref={hrefOf}
        {...settings}
        controls={<UnitSearch address={address} onSearch={list.change} />}
        {...(mayAct && {
          selection: {
            ids: selected,
            onChange: select,
            ...(total !== undefined && { matching: total }),
            actions: [{ id: 'bulk', label: 'Bulk action', icon: ListChecks, run: start }],
          },
        })}
        exporting={{
          fileName: `units ${UnitModel} ${new Date().toISOString().slice(0, 10)}`,
          ...(!sortable && { load: () => loadAllUnits(address) }),
        }}
        paging={{
          size: list.pageSize,
          sizes: PAGE_SIZES,
          onSizeChange: list.setPageSize,
          onNext: pages.goNext(data?.cursor),
          onPrevious: pages.goPrevious,
          ...(rows && {
            text: pageText({
              number: pages.pageNumber,
              size: list.pageSize,
              shown: rows.length,
              ...(total !== undefined && { total }),
            }),
          }),
        }}
        refreshing={list.isValidating}
        {...(list.error && { error: failureDetail(list.error) })}
        {...(list.readAt && { updatedAt: list.readAt })}
        onRetry={list.retry}
        empty={{
          ...emptyListWords(address, list.counts),
          ...(isSearch(address) && {
            action: (
              <Button variant="outline" onClick={() => list.change({ searchText: '', searchField: 'all' })}>
                <SearchX size={15} aria-hidden />
                Clear the search
              </Button>
            ),
          }),
        }}
      />
      <FileSearchDialog
        open={searchingFile}
        onClose={() => setSearchingFile(false)}
        onSearch={(bulkSearch) => list.change({ bulkSearch })}
      />
      <BulkActionDialog UnitModel={UnitModel} start={bulk} />
    </Flex>
  );
}

const serialNumberOf = (unit: Unit) => unit.UnitSerNum;
const hrefOf = (unit: Unit) => paths.unit(unit.UnitSerNum);

const failureDetail = (error: Error) => {
  const words = listFailureWords(error);
  return words === 'Error getting units' ? error.message : words;
};

function useUnitList() {
  const engineer = useSession().has('ENGINEER');
  const list = useUnits();
  return { engineer, list, columns: useTableColumns('unitManagement') };
}
