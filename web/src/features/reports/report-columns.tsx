import type { Report } from '#core/reports/report.ts';
import { type ReportField, reportFields } from '#core/reports/report-fields.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import { type DataColumn, TIME_WIDTH, timeText } from '#web/components/data-table/columns.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';

/** The columns of a report on screen: the unit, the time, and what the report says. */
export const reportColumns = (report: Report): DataColumn<ReportRow>[] => reportFields(report).map(columnOf);

/** How the columns that every report has look. */
const LOOKS: Readonly<Record<string, { size: number; meta?: object }>> = {
  UnitSerNum: { size: 130, meta: { monospace: true, card: 'title' } },
  FullUnitID: { size: 130 },
  at: { size: TIME_WIDTH, meta: { card: 'aside' } },
  UnitModel: { size: 130 },
  DealerName: { size: 180, meta: { grows: true } },
  FirmVer: { size: 130 },
  IMEI: { size: 170, meta: { monospace: true } },
};
/** How the columns of one report look. */
const LOOKS_OF_KIND: Record<ReportField['kind'], { size: number; meta?: object }> = {
  text: { size: 160 },
  number: { size: 110, meta: { align: 'end' } },
  time: { size: TIME_WIDTH },
};

function columnOf({ id, label, kind, value, locked, shownByDefault }: ReportField): DataColumn<ReportRow> {
  const { size, meta } = LOOKS[id] ?? LOOKS_OF_KIND[kind];
  return {
    id,
    accessorFn: value,
    size,
    ...(kind === 'time' && {
      cell: ({ row }) => <ExactTime at={(value(row.original) || undefined) as string | undefined} />,
    }),
    meta: {
      label,
      ...(kind === 'time' && { text: (row) => timeText(value(row)) }),
      ...(locked && { locked }),
      ...(shownByDefault === false && { shownByDefault }),
      ...meta,
    },
  };
}
