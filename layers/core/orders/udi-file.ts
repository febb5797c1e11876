import { z } from 'zod';
import { withoutApostrophe } from '../table-file/csv.ts';

/** P1-K19. */
export const MAX_UDI_ROWS = 10_000;
/** More than 10,000 rows of the longest identifiers need, as a file with other columns beside them, or in the body of a call. */
export const MAX_UDI_FILE_BYTES = 2_560 * 1024;

interface Uploader {
  dealerKey: number;
  userKey: string;
}

export const UdiUploadKey = z
  .string()
  .regex(/^udi\/\d{1,10}\/[\w-]{1,64}\/[0-9a-f-]{36}\.csv$/, 'Not the key of a UDI file');

export const udiUploadKey = (by: Uploader, id: string): string => `${folderOf(by)}${id}.csv`;

/** True if the user uploaded the file for the dealer. */
export const isUdiUploadOf = (by: Uploader, file: string): boolean => file.startsWith(folderOf(by));

const folderOf = ({ dealerKey, userKey }: Uploader) => `udi/${dealerKey}/${userKey}/`;

export const TOO_MANY_ROWS = 'Can only upload up to 10000 at a time.';
export const ROWS_DIFFER = 'Rows in file do not match order quantity.';
export const MUST_CHOOSE_FILE = 'Must choose file.';
export const NO_UDI_COLUMN = 'The file must have a column UDI';

/** Letters, digits and the signs of GS1 and HIBC identifiers. A spreadsheet would run what begins with `=`, `-` or `@`. */
const UDI = /^[0-9A-Za-z(+][0-9A-Za-z()+/.$%*&_-]{0,74}$/;

/** Reads the cells of a UDI file: a header with the column UDI, then one unit per line, also as an exported order has them. Empty lines are skipped. */
export function readUdiFile(
  cells: readonly (readonly string[])[],
  quantity: number,
): { udis: string[] } | { problem: string } {
  const lines = cells
    .map((line, index) => ({ number: index + 1, values: line.map((cell) => cell.trim()) }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const [header, ...rows] = lines;
  const column = header?.values.findIndex((name) => name.toUpperCase() === 'UDI') ?? -1;
  if (column < 0) return { problem: NO_UDI_COLUMN };
  const udis = rows.map(({ values }) => withoutApostrophe(values[column] ?? ''));
  const problem = udiProblem(udis, quantity, (index) => `Line ${rows[index]!.number}`);
  return problem === undefined ? { udis } : { problem };
}

/** Why the identifiers are refused for this quantity; undefined if they are accepted. */
export function udiProblem(
  udis: readonly string[],
  quantity: number,
  nameOf = (index: number) => `Row ${index + 1}`,
): string | undefined {
  if (udis.length > MAX_UDI_ROWS) return TOO_MANY_ROWS;
  if (udis.length !== quantity) return ROWS_DIFFER;
  const first = new Map<string, number>();
  for (const [index, udi] of udis.entries()) {
    if (!UDI.test(udi)) return `${nameOf(index)} has no valid UDI`;
    const earlier = first.get(udi);
    if (earlier !== undefined) return `${nameOf(index)} repeats the UDI of ${nameOf(earlier).toLowerCase()}`;
    first.set(udi, index);
  }
  return undefined;
}
