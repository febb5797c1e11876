import { Box, Flex } from '@chakra-ui/react';
import { useSearchParams } from 'react-router';
import { devTools } from '#core/dev-tools/contract.ts';
import { type DevUnit, MOST_SEARCHED } from '#core/dev-tools/dev-unit.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import { SEARCH_FIELDS, type SearchField } from '#core/units/search.ts';
import { shownFirmware, UNIT_STATUS } from '#core/units/unit.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

const FIELD_WORDS: Record<SearchField, string> = {
  UnitSerNum: 'Serial number',
  UnitID: 'Unit ID',
  ICCID: 'ICCID',
  IMEI: 'IMEI',
  PhoneNumber: 'Phone number',
};
const TABLE = { name: 'devUnitManagement', pageSizes: [10, 25, 50, 100], defaultPageSize: 50 } as const;

const searchAt = (parameters: URLSearchParams) => ({
  searchField: SEARCH_FIELDS.find((field) => field === parameters.get('searchField')) ?? 'UnitSerNum',
  searchText: (parameters.get('searchText') ?? '').trim(),
});

const listReads = (parameters: URLSearchParams): ListReads<typeof devTools.devUnits> => ({
  ...TABLE,
  input: () => {
    const { searchField, searchText } = searchAt(parameters);
    return searchText === '' ? {} : { searchField, searchText };
  },
});

export const firstReads: FirstReads = (parameters) =>
  firstReadsOfList(devTools.devUnits, listReads(parameters), parameters);

/** The units with a SIM of the developers. */
export default function DevUnitsPage() {
  const [parameters] = useSearchParams();
  const { change } = useAddressParameters();
  const { searchField, searchText } = searchAt(parameters);
  const list = useListPage(devTools.devUnits, {
    ...listReads(parameters),
    rowId: ({ UnitSerNum }) => UnitSerNum,
    onFailure: showFailureAs('Error getting units'),
  });
  const more = searchText !== '' && list.answer?.more === true;
  return (
    <ListPage<DevUnit>
      title="Developer units"
      description={
        more
          ? `Only the first ${MOST_SEARCHED} units that begin with “${searchText}” were searched. Type more to find the rest.`
          : 'Units with a SIM from the list of developer SIMs on the repair screen.'
      }
      {...(more && list.count !== undefined && { count: `${list.count}+` })}
      list={list}
      columns={COLUMNS}
      sortable={false}
      rowHref={({ UnitSerNum }) => paths.unit(UnitSerNum)}
      above={
        <Flex gap="3" align="flex-end" wrap="wrap">
          <Box w="11rem">
            <SelectField<SearchField>
              name="searchField"
              label="Search by"
              value={searchField}
              onChange={(field) => change({ searchField: field })}
              options={SEARCH_FIELDS.map((value) => ({ value, label: FIELD_WORDS[value] }))}
            />
          </Box>
          <Box flex="0 1 22rem" minW="0">
            <SearchForm
              label="Find a developer unit"
              field={{ name: 'searchText', label: FIELD_WORDS[searchField], maxLength: 40 }}
              text={searchText}
              button="Search"
              check={(typed) => ({ text: typed.trim() })}
              onSearch={(text) => change({ searchField, searchText: text })}
            />
          </Box>
        </Flex>
      }
      empty={
        searchText === ''
          ? { title: 'No developer unit yet', description: 'Add the ICCID of its SIM on the repair screen.' }
          : { title: `No developer unit${more ? ' found that' : ''} begins with “${searchText}”` }
      }
    />
  );
}

const COLUMNS: readonly DataColumn<DevUnit>[] = [
  {
    accessorKey: 'UnitSerNum',
    size: 130,
    meta: { label: 'Serial number', locked: true, monospace: true, copyable: true, card: 'title' },
  },
  { accessorKey: 'FullUnitID', size: 120, meta: { label: 'Full unit ID', monospace: true } },
  { accessorKey: 'UnitModel', size: 120, meta: { label: 'Model' } },
  {
    id: 'UnitStatus',
    accessorFn: ({ UnitStatus }) => UNIT_STATUS[UnitStatus],
    size: 100,
    meta: { label: 'Status', card: 'aside' },
  },
  {
    id: 'FirmVer',
    accessorFn: ({ FirmVer }) => shownFirmware(FirmVer),
    size: 110,
    meta: { label: 'Firmware', monospace: true },
  },
  { accessorKey: 'DealerName', size: 170, meta: { label: 'Dealer', grows: true } },
  { accessorKey: 'ICCID', size: 210, meta: { label: 'Developer SIM', monospace: true, copyable: true } },
  { accessorKey: 'slot', size: 70, meta: { label: 'Slot', align: 'end' } },
  {
    id: 'IMEI',
    accessorFn: ({ IMEI }) => shownImei(IMEI),
    size: 170,
    meta: { label: 'IMEI', monospace: true, shownByDefault: false },
  },
  {
    id: 'lastPingTime',
    accessorFn: ({ lastPingTime }) => lastPingTime ?? '',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.lastPingTime} />,
    meta: { label: 'Last ping' },
  },
];
