import { z } from 'zod';
import { HEADERS_NOT_RECOGNIZED } from '../units/unit-file.ts';

/** At most this many rows in one batch. */
export const MAX_BATCH_ROWS = 20_000;
export const TOO_MANY_ROWS = 'Can only upload up to 20000 at a time.';
export const NO_ROWS = 'The file has no rows';

/** Longer than any identifier of a unit. */
const MAX_CELL = 16;

/** A cell without its non-word characters: blanks, quotes, signs of formulas [P1-V39]. */
export const cleanCell = (cell: string) => cell.replaceAll(/\W/g, '');

const Cell = z.string().max(MAX_CELL, 'This is no identifier of a unit').transform(cleanCell).optional();

/** A row names a unit by its serial number, or by line ID and unit ID. */
export const BatchRow = z
  .object({ UnitSerNum: Cell, LineID: Cell, UnitID: Cell })
  .refine(({ UnitSerNum, UnitID }) => UnitSerNum !== undefined || UnitID !== undefined, {
    message: HEADERS_NOT_RECOGNIZED,
  });
export type BatchRow = z.infer<typeof BatchRow>;

/** The rows of a file, or why it is refused. */
export type ReadBatch = { rows: BatchRow[] } | { refused: string };

/**
 * Reads the rows of a table whose first row has the headers. The first header must be LineID, with a UnitID column, or UnitSerNum.
 * Empty rows are left out.
 */
export function readBatch(table: readonly (readonly string[])[]): ReadBatch {
  const [first = [], ...others] = table;
  const headers = first.map(cleanCell);
  const columns = columnsOf(headers);
  if (!columns) return { refused: HEADERS_NOT_RECOGNIZED };
  const rows = others
    .map((cells) =>
      Object.fromEntries(columns.map(({ name, index }) => [name, cleanCell(cells[index] ?? '').slice(0, MAX_CELL)])),
    )
    .filter((row) => Object.values(row).some((cell) => cell !== ''));
  if (rows.length === 0) return { refused: NO_ROWS };
  return rows.length > MAX_BATCH_ROWS ? { refused: TOO_MANY_ROWS } : { rows: rows as BatchRow[] };
}

function columnsOf(headers: readonly string[]) {
  if (headers[0] === 'UnitSerNum') return [{ name: 'UnitSerNum', index: 0 }];
  const unitID = headers.indexOf('UnitID');
  if (headers[0] !== 'LineID' || unitID < 0) return undefined;
  return [
    { name: 'LineID', index: 0 },
    { name: 'UnitID', index: unitID },
  ];
}

/** The rows without those that name the same unit again. */
export const distinctRows = (rows: readonly BatchRow[]): BatchRow[] => [
  ...new Map(rows.map((row) => [identifierOf(row).toUpperCase(), row])).values(),
];

/** The identifier in a row, as people write it: `400123` or `C1-4021`. */
export const identifierOf = ({ UnitSerNum, LineID, UnitID }: BatchRow): string =>
  UnitSerNum ?? [LineID, UnitID].filter(Boolean).join('-');
