import Papa from 'papaparse';
import { type CellValue, columnLabel, columnValue, type DataColumn } from './columns.ts';

/**
 * Spreadsheets run a cell with such a start as a formula. An apostrophe before it makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection (full-width forms and line feed included)
 */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

const BYTE_ORDER_MARK = '\uFEFF';

const asText = (value: CellValue): string | number | boolean => {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : value;
};

/** Columns and rows as CSV (RFC 4180, CRLF, byte order mark for Excel). Escapes text that looks like a formula. */
export function toCsv<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const fields = columns.map(columnLabel);
  const data = rows.map((row, index) => columns.map((column) => asText(columnValue(column, row, index))));
  return BYTE_ORDER_MARK + Papa.unparse({ fields, data }, { escapeFormulae: FORMULA_START, newline: '\r\n' });
}

/** Offers `csv` as a download named `fileName`. */
export function downloadCsv(fileName: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
