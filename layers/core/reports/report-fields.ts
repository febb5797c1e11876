import { shownImei } from '../sims/identifiers.ts';
import type { CellValue } from '../table-file/cell.ts';
import { shownFirmware } from '../units/unit.ts';
import type { Report, ReportColumn } from './report.ts';
import type { ReportRow } from './report-row.ts';

/** A column of a report, on screen and in its files. */
export interface ReportField {
  id: string;
  label: string;
  kind: NonNullable<ReportColumn['kind']>;
  /** The value that a file has. */
  value: (row: ReportRow) => CellValue;
  /** Always shown. */
  locked?: true;
  /** Shown when the user chooses it. */
  shownByDefault?: false;
}

/** The columns of a report in their order: the unit, the time, and what the report says. Screens and files are derived from them. */
export const reportFields = ({ time, columns }: Pick<Report, 'time' | 'columns'>): ReportField[] => [
  { id: 'UnitSerNum', label: 'Serial number', kind: 'text', value: ({ UnitSerNum }) => UnitSerNum, locked: true },
  { id: 'FullUnitID', label: 'Unit ID', kind: 'text', value: ({ FullUnitID }) => FullUnitID },
  { id: 'at', label: time, kind: 'time', value: ({ at }) => at },
  ...Object.entries(columns).map(([name, { label, kind = 'text' }]) => ({
    ...{ id: `facts_${name}`, label, kind },
    value: ({ facts }: ReportRow) => facts[name] ?? '',
  })),
  { id: 'UnitModel', label: 'Model', kind: 'text', value: ({ UnitModel }) => UnitModel },
  { id: 'DealerName', label: 'Dealer', kind: 'text', value: ({ DealerName }) => DealerName },
  {
    ...{ id: 'FirmVer', label: 'Firmware', kind: 'text', shownByDefault: false },
    value: ({ FirmVer }) => shownFirmware(FirmVer),
  },
  { id: 'IMEI', label: 'IMEI', kind: 'text', value: ({ IMEI }) => shownImei(IMEI), shownByDefault: false },
];
