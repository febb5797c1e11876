import writeXlsxFile, { type Cell } from 'write-excel-file/universal';
import { type CellValue, cellText, columnLabel, columnValue, type DataColumn } from './columns.ts';

/** The rows of a sheet, its head included (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
const MAX_ROWS = 1_048_576;
/** The characters of a cell, same source. */
const MAX_CELL = 32_767;

/** A text is stored as text, so a spreadsheet runs no formula in it. */
const asCell = (value: CellValue): Cell => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  return { value: (typeof value === 'boolean' ? cellText(value) : value).slice(0, MAX_CELL), type: String };
};

/**
 * Writes rows as an Excel file with a head that stays in sight. Times are in UTC.
 * @throws Error if there are more rows than fit into a sheet
 */
export async function excelFile<Row>(
  columns: readonly DataColumn<Row>[],
  parts: AsyncIterable<readonly Row[]>,
  onProgress: (rows: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const head = columns.map((column): Cell => ({ value: columnLabel(column), type: String, fontWeight: 'bold' }));
  const sheet = [head];
  for await (const part of parts) {
    const before = sheet.length - 1;
    for (const [index, row] of part.entries())
      sheet.push(columns.map((column) => asCell(columnValue(column, row, before + index))));
    if (sheet.length > MAX_ROWS) throw new Error('An Excel file has room for 1,048,575 rows. Export as CSV');
    onProgress(sheet.length - 1);
  }
  return { file: await writeXlsxFile(sheet, { stickyRowsCount: 1 }).toBlob(), rows: sheet.length - 1 };
}
