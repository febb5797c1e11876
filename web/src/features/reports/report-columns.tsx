import type { Report, ReportColumn } from '#core/reports/report.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';

/** The columns of a report: the unit, the time, and what the report says. */
export const reportColumns = ({ time, columns }: Report): DataColumn<ReportRow>[] => [
  {
    accessorKey: 'UnitSerNum',
    size: 130,
    meta: { label: 'Serial number', locked: true, monospace: true, card: 'title' },
  },
  { accessorKey: 'FullUnitID', size: 130, meta: { label: 'Unit ID' } },
  {
    accessorKey: 'at',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.at} />,
    meta: { label: time, card: 'aside' },
  },
  ...Object.entries(columns).map(([name, column]) => factColumn(name, column)),
  { accessorKey: 'UnitModel', size: 130, meta: { label: 'Model' } },
  { accessorKey: 'DealerName', size: 180, meta: { label: 'Dealer', grows: true } },
  {
    id: 'FirmVer',
    accessorFn: ({ FirmVer }) => shownFirmware(FirmVer),
    size: 130,
    meta: { label: 'Firmware', shownByDefault: false },
  },
  {
    id: 'IMEI',
    accessorFn: ({ IMEI }) => shownImei(IMEI),
    size: 170,
    meta: { label: 'IMEI', monospace: true, shownByDefault: false },
  },
];

function factColumn(name: string, { label, kind = 'text' }: ReportColumn): DataColumn<ReportRow> {
  const id = `facts_${name}`;
  if (kind === 'time')
    return {
      id,
      accessorFn: ({ facts }) => facts[name] ?? '',
      size: TIME_WIDTH,
      cell: ({ row }) => <ExactTime at={row.original.facts[name] as string | undefined} />,
      meta: { label },
    };
  return {
    id,
    accessorFn: ({ facts }) => facts[name] ?? '',
    size: kind === 'number' ? 110 : 160,
    meta: { label, ...(kind === 'number' && { align: 'end' as const }) },
  };
}
