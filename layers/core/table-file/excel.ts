import { Amount, type CellValue, cellText } from './cell.ts';

/** The rows of a sheet, its head included (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
export const MAX_SHEET_ROWS = 1_048_576;
/** The characters of a cell, same source. */
const MAX_CELL = 32_767;

/** A cell as `write-excel-file` takes it. */
export type ExcelCell =
  | { value: Date; type: DateConstructor; format: string }
  | { value: number; type: NumberConstructor; format?: string }
  | { value: string; type: StringConstructor; fontWeight?: 'bold' }
  | null;

/** The head of a sheet. */
export const excelHead = (labels: readonly string[]): ExcelCell[] =>
  labels.map((value) => ({ value, type: String, fontWeight: 'bold' }));

/** A text is stored as text, so a spreadsheet runs no formula in it. Times are in UTC. */
export function excelCell(value: CellValue): ExcelCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  if (value instanceof Amount) return { value: value.cents / 100, type: Number, format: '"$"#,##0.00' };
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  return { value: cellText(value).slice(0, MAX_CELL), type: String };
}
