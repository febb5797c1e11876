import Papa from 'papaparse';
import { type CellValue, cellText, columnLabel, columnValue, type DataColumn } from './columns.ts';

/**
 * Spreadsheets run a cell with such a start as a formula. An apostrophe before it makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection (full-width forms and line feed included)
 */
const FORMULA_START = /^[=+\-@;\t\r\n＝＋－＠]/;

/** Where the list separator is a semicolon, Excel also splits the inside of quoted cells at it. What follows becomes a cell. */
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n]["'\s]*)(?=[=+\-@＝＋－＠])/g;

const BYTE_ORDER_MARK = '\uFEFF';
const NEW_LINE = '\r\n';
const FORMAT: Papa.UnparseConfig = { quotes: true, newline: NEW_LINE };

const harmless = (text: string) => (FORMULA_START.test(text) ? "'" : '') + text.replace(FORMULA_AFTER_SEPARATOR, "$1'");

const asText = (value: CellValue): string | number => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return harmless(value);
  if (typeof value === 'boolean') return cellText(value);
  return value instanceof Date ? value.toISOString() : value;
};

/** The beginning of a CSV file (RFC 4180, all cells quoted): the names of the columns, after the byte order mark that Excel needs. */
export const csvHead = <Row>(columns: readonly DataColumn<Row>[]): string =>
  BYTE_ORDER_MARK + Papa.unparse([columns.map((column) => harmless(columnLabel(column)))], FORMAT);

/** The records of rows, to follow the head or other records; `before` counts the earlier rows. Escapes text that looks like a formula. */
export function csvRecords<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[], before = 0): string {
  if (rows.length === 0) return '';
  const records = rows.map((row, index) => columns.map((column) => asText(columnValue(column, row, before + index))));
  return NEW_LINE + Papa.unparse(records, FORMAT);
}

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
