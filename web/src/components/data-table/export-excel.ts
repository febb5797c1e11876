import writeXlsxFile from 'write-excel-file/universal';
import { excelCell, excelHead, MAX_SHEET_ROWS } from '#core/table-file/excel.ts';
import { columnLabel, columnValue, type DataColumn } from './columns.ts';

/**
 * Writes rows as an Excel file with a head that stays in sight. Times are in UTC.
 * @throws Error if there are more rows than fit into a sheet
 */
export async function excelFile<Row>(
  columns: readonly DataColumn<Row>[],
  parts: AsyncIterable<readonly Row[]>,
  onProgress: (rows: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const sheet = [excelHead(columns.map(columnLabel))];
  for await (const part of parts) {
    const before = sheet.length - 1;
    for (const [index, row] of part.entries())
      sheet.push(columns.map((column) => excelCell(columnValue(column, row, before + index))));
    if (sheet.length > MAX_SHEET_ROWS) throw new Error('An Excel file has room for 1,048,575 rows. Export as CSV');
    onProgress(sheet.length - 1);
  }
  return { file: await writeXlsxFile(sheet, { stickyRowsCount: 1 }).toBlob(), rows: sheet.length - 1 };
}
