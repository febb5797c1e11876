import { type CellValue, cellText } from './cell.ts';

/**
 * Spreadsheets run a cell with such a start as a formula. An apostrophe before it makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection (full-width forms and line feed included)
 */
const FORMULA_START = /^[=+\-@;\t\r\n＝＋－＠]/;

/** Where the list separator is a semicolon, Excel also splits the inside of quoted cells at it. What follows becomes a cell. */
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n]["'\s]*)(?=[=+\-@＝＋－＠])/g;

const BYTE_ORDER_MARK = '\uFEFF';
const NEW_LINE = '\r\n';

const harmless = (text: string) => (FORMULA_START.test(text) ? "'" : '') + text.replace(FORMULA_AFTER_SEPARATOR, "$1'");

/** The text of a cell of a CSV file of ours, without the apostrophe before what looks like a formula. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;

function asText(value: CellValue): string {
  if (typeof value === 'string') return harmless(value);
  return value instanceof Date ? value.toISOString() : cellText(value);
}

const recordOf = (cells: readonly CellValue[]) =>
  cells.map((cell) => `"${asText(cell).replaceAll('"', '""')}"`).join(',');

/** The beginning of a CSV file (RFC 4180, all cells quoted): the names of the columns, after the byte order mark that Excel needs. */
export const csvHead = (labels: readonly string[]): string => BYTE_ORDER_MARK + recordOf(labels);

/** A record to follow the head or another record. Escapes text that looks like a formula. */
export const csvRecord = (cells: readonly CellValue[]): string => NEW_LINE + recordOf(cells);
