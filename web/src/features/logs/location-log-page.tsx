import type { Breadcrumb } from '#core/location/breadcrumb.ts';
import { location, NO_BREADCRUMBS } from '#core/location/contract.ts';
import { mapAddress } from '#core/location/map-address.ts';
import { UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { LateMap } from '#web/shared/location/late-map.tsx';
import { columnsOfLog } from './log-reads.ts';
import { UnitLogPage } from './unit-log-page.tsx';
import { useUnitLog } from './use-unit-log.ts';

export const firstReads = columnsOfLog('breadcrumb');

/** P3-K26: the last month. */
const USUAL_DAYS = 30;

interface LocatedBreadcrumb extends Breadcrumb {
  Latitude: number;
  Longitude: number;
}
const isLocated = (one: Breadcrumb): one is LocatedBreadcrumb => one.Latitude !== null && one.Longitude !== null;

const COLUMNS: readonly DataColumn<Breadcrumb>[] = [
  {
    accessorKey: 'EventTime',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.EventTime} />,
    meta: { label: 'Event time', locked: true, card: 'title' },
  },
  { accessorKey: 'LocationType', size: 120, meta: { label: 'Location type' } },
  { accessorKey: 'formattedAddress', size: 320, meta: { label: 'Address', grows: true } },
  { accessorKey: 'Latitude', size: 110, meta: { label: 'Latitude', align: 'end' } },
  { accessorKey: 'Longitude', size: 110, meta: { label: 'Longitude', align: 'end' } },
  { accessorKey: 'accuracyMeters', size: 110, meta: { label: 'Accuracy (m)', align: 'end' } },
  {
    id: 'map',
    accessorFn: (one) => (isLocated(one) ? mapAddress(one) : ''),
    size: 90,
    cell: ({ row: { original } }) =>
      isLocated(original) && (
        <TextLink to={mapAddress(original)} target="_blank">
          Map
        </TextLink>
      ),
    meta: { label: 'Map' },
  },
];

/** Where one unit has been: the breadcrumbs on a map and in a table. */
export default function LocationLogPage() {
  const log = useUnitLog<typeof location.breadcrumb, Breadcrumb>({
    endpoint: location.breadcrumb,
    name: 'breadcrumb',
    usualDays: USUAL_DAYS,
    pageSizes: [10, 25, 50, 100, 1000],
    defaultPageSize: 1000,
    rowId: ({ id }) => id,
    rowsOf: (answer) => (answer as Output<typeof location.breadcrumb>).breadcrumbs,
    notFound: UNIT_NOT_FOUND,
    failed: 'Error getting the location history',
    input: ({ text, ...of }) => ({ unit: text, ...of, dateOffset: new Date().getTimezoneOffset() }),
  });
  const places = (log.list.rows ?? []).filter(isLocated);
  return (
    <UnitLogPage<Breadcrumb>
      title="Location history"
      label="Locations"
      log={log}
      columns={COLUMNS}
      nothingToExport={NO_BREADCRUMBS}
      above={places.length > 0 && <LateMap label="Map of the locations" places={places} height="18rem" />}
    />
  );
}
