import { csvRecord, csvHead as headOf } from '#core/table-file/csv.ts';
import { columnLabel, columnValue, type DataColumn } from './columns.ts';

/** The beginning of a CSV file: the names of the columns. */
export const csvHead = <Row>(columns: readonly DataColumn<Row>[]): string => headOf(columns.map(columnLabel));

/** The records of rows, to follow the head or other records; `before` counts the earlier rows. */
export const csvRecords = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[], before = 0): string =>
  rows.map((row, index) => csvRecord(columns.map((column) => columnValue(column, row, before + index)))).join('');

/** Writes rows as CSV part by part. The browser stores each part, so that a long list does not fill the page's memory. */
export async function csvFile<Row>(
  columns: readonly DataColumn<Row>[],
  parts: AsyncIterable<readonly Row[]>,
  onProgress: (rows: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const written = [new Blob([csvHead(columns)])];
  let rows = 0;
  for await (const part of parts) {
    written.push(new Blob([csvRecords(columns, part, rows)]));
    rows += part.length;
    onProgress(rows);
  }
  return { file: new Blob(written, { type: 'text/csv;charset=utf-8' }), rows };
}

/** Offers `file` as a download named `fileName`. */
export function download(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
