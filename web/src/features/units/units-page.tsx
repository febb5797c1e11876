import { Button } from '@chakra-ui/react';
import { FileSearch, KeyRound, ListChecks, PackagePlus, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { UNIT_IMPORTERS } from '#core/units/access.ts';
import type { KnownValues } from '#core/units/query.ts';
import { UNIT_MODELS, type Unit } from '#core/units/unit.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { BulkActionDialog } from '#web/shared/bulk-actions/bulk-action-dialog.tsx';
import { useBulkStart } from '#web/shared/bulk-actions/use-bulk-start.ts';
import { selectAllOf, useBulkFound } from './bulk-found.ts';
import { BulkSearchNote } from './bulk-search-note.tsx';
import { emptyListWords } from './empty-list.ts';
import { useEverything } from './everything.ts';
import { FileSearchDialog } from './file-search-dialog.tsx';
import { isNarrowing } from './filters/filter-address.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { NarrowingNote } from './filters/narrowing-note.tsx';
import { isSearch, withListAddress } from './list-address.ts';
import { unitColumns } from './unit-columns.tsx';
import { UnitSearch } from './unit-search.tsx';
import { listFailureDetail, type UnitsAnswer, useUnits } from './use-units.ts';
import { WithoutSecretNote } from './without-secret-note.tsx';

export { firstReads } from './use-units.ts';

/** The units of a model, or those that a search found. Longer than other list pages: tabs of models and search by a file. */
export default function UnitsPage() {
  const { list, address, counts, change, query } = useUnits();
  const { answer } = list;
  const { UnitModel } = address;
  const mayAct = useMay(bulkActions.create.access);
  const mayImport = useMay(UNIT_IMPORTERS);
  const [searchingFile, setSearchingFile] = useState(false);
  const bulk = useBulkStart();
  const { search } = useLocation();
  const columns = useUnitColumns(answer, UnitModel);
  useBulkFound(answer, (found) => {
    list.setSelections(selectAllOf(found));
    const model = UNIT_MODELS.find((each) => found.lists[each].length > 0);
    if (model && found.lists[UnitModel].length === 0) change({ UnitModel: model });
  });

  const total = counts?.[UnitModel];
  const everything = useEverything({ address, list, total });
  const start = () => bulk.start(everything?.selected ? everything.units : { UnitModel, units: [...list.selected] });
  const found = answer?.BulkSearchResults;
  return (
    <ListPage<Unit>
      title="Units"
      total={total}
      primary={mayAct && <PageAction label="Bulk action" icon={ListChecks} onClick={start} variant="outline" />}
      secondary={[
        {
          id: 'withoutSecret',
          label: 'Show units without a secret',
          icon: KeyRound,
          href: paths.units({ withoutSecret: 1 }),
        },
        { id: 'file', label: 'Find units by a file', icon: FileSearch, run: () => setSearchingFile(true) },
        ...(mayImport
          ? [{ id: 'import', label: 'Bring in units', icon: PackagePlus, href: '/unitManagement/import' }]
          : []),
        ...(mayAct ? [{ id: 'queue', label: 'Show bulk actions', icon: ListChecks, href: paths.bulkActions }] : []),
      ]}
      tabs={{
        label: 'Unit models',
        active: UnitModel,
        tabs: UNIT_MODELS.map((model) => ({
          id: model,
          label: model,
          to: `?${withListAddress(new URLSearchParams(search), { UnitModel: model })}`,
          ...(counts && { count: counts[model] }),
        })),
      }}
      above={
        address.withoutSecret ? (
          <WithoutSecretNote onClear={() => change({ searchText: '' })} />
        ) : (
          <>
            {found && (
              <BulkSearchNote
                found={found.found.length}
                missing={found.missing}
                onClear={() => change({ bulkSearch: [] })}
              />
            )}
            <FilterBar
              filters={address.filters}
              facets={answer?.facets?.[UnitModel]}
              outdated={list.answered?.DealerKey !== address.filters?.DealerKey}
              dealerName={
                list.rows?.find(({ DealerKey }) => String(DealerKey) === address.filters?.DealerKey)?.DealerName
              }
            />
            {list.goNext && isNarrowing(address.filters) && (list.rows?.length ?? 0) < list.pageSize && (
              <NarrowingNote onNext={list.goNext} />
            )}
          </>
        )
      }
      list={list}
      columns={columns}
      rowHref={({ UnitSerNum }) => paths.unit(UnitSerNum)}
      controls={
        <UnitSearch address={address} known={knownValues(answer, UnitModel)} onSearch={change} onQuery={query} />
      }
      {...(mayAct && {
        selectionActions: [{ id: 'bulk', label: 'Bulk action', icon: ListChecks, run: start }],
        everything,
      })}
      fileName={`units ${address.withoutSecret ? 'without a secret ' : ''}${UnitModel} ${new Date().toISOString().slice(0, 10)}`}
      error={list.error && listFailureDetail(list.error)}
      empty={{
        ...emptyListWords(address, counts),
        ...(isSearch(address) && {
          action: (
            <Button variant="outline" onClick={() => change({ searchText: '', searchField: 'all' })}>
              <SearchX size={15} aria-hidden />
              Clear the search
            </Button>
          ),
        }),
      }}
    >
      <FileSearchDialog
        open={searchingFile}
        onClose={() => setSearchingFile(false)}
        onSearch={(bulkSearch) => change({ bulkSearch })}
      />
      <BulkActionDialog start={bulk} />
    </ListPage>
  );
}

/** The values of each filter that the list knows. */
const knownValues = (answer: UnitsAnswer | undefined, UnitModel: Unit['UnitModel']): KnownValues =>
  Object.fromEntries(
    Object.entries(answer?.facets?.[UnitModel] ?? {}).map(([facet, values]) => [
      facet,
      values.map(({ value }) => value),
    ]),
  );

/** The columns for this user and model; the dealer names two of them. */
function useUnitColumns(answer: UnitsAnswer | undefined, UnitModel: Unit['UnitModel']) {
  const engineer = useSession().has('ENGINEER');
  const newestFirmware = answer?.NewestFirmware[UnitModel];
  const { CustomLabel1, CustomLabel2 } = answer?.DealerSettings ?? {};
  return useMemo(
    () =>
      unitColumns({
        viewer: { engineer },
        customLabels: [CustomLabel1 || 'Custom 1', CustomLabel2 || 'Custom 2'],
        newestFirmware,
      }),
    [engineer, CustomLabel1, CustomLabel2, newestFirmware],
  );
}
