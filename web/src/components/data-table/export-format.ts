import type { DataColumn } from './columns.ts';
import { csvFile } from './export-csv.ts';

type WriteFile = <Row>(
  columns: readonly DataColumn<Row>[],
  parts: AsyncIterable<readonly Row[]>,
  onProgress: (rows: number) => void,
) => Promise<{ file: Blob; rows: number }>;

export interface ExportFormat {
  /** The end of the file's name. */
  value: 'csv' | 'xlsx';
  label: string;
  load: () => WriteFile | Promise<WriteFile>;
}

const CSV: ExportFormat = { value: 'csv', label: 'CSV', load: () => csvFile };
/** Its library is loaded when somebody exports. */
const EXCEL: ExportFormat = {
  value: 'xlsx',
  label: 'Excel',
  load: async () => (await import('./export-excel.ts')).excelFile,
};

export const EXPORT_FORMATS: readonly ExportFormat[] = [CSV, EXCEL];
export const formatOf = (value: ExportFormat['value']): ExportFormat => (value === 'xlsx' ? EXCEL : CSV);
