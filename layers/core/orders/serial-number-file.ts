import { SerialNumber } from '../units/unit.ts';

/** As many as an order item can have. */
const MAX_ROWS = 10_000;

export const NO_SERIAL_NUMBER_COLUMN = 'The file must have a column UnitSerNum';

/** Reads the cells of a file with units to allot: a header with the column UnitSerNum, then one unit per line. Empty lines and repeated units are skipped. */
export function readSerialNumberFile(
  cells: readonly (readonly string[])[],
): { serialNumbers: string[] } | { problem: string } {
  const lines = cells
    .map((line, index) => ({ number: index + 1, values: line.map(cleaned) }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const [header, ...rows] = lines;
  const column = header?.values.indexOf('UNITSERNUM') ?? -1;
  if (column < 0) return { problem: NO_SERIAL_NUMBER_COLUMN };
  if (rows.length === 0) return { problem: 'The file contains no unit' };
  if (rows.length > MAX_ROWS) return { problem: 'A file has at most 10,000 units' };
  const wrong = rows.find(({ values }) => !SerialNumber.safeParse(values[column]).success);
  if (wrong) return { problem: `Line ${wrong.number} has no valid serial number` };
  return { serialNumbers: [...new Set(rows.map(({ values }) => values[column]!))] };
}

/** Some readers keep the byte order mark, and spreadsheets write an apostrophe before a number that is text. */
const cleaned = (cell: string) =>
  cell
    .trim()
    .replace(/^['\uFEFF]+/, '')
    .toUpperCase();
