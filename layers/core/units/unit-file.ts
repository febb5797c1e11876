import { MAX_FOUND } from './search.ts';

/** An uploaded file lists units by serial number, or by line ID and unit ID. */
export type UnitFile =
  | { by: 'UnitSerNum'; serialNumbers: string[] }
  | { by: 'UnitID'; units: { UnitLineID: string; UnitID: string }[] };

export const HEADERS_NOT_RECOGNIZED = 'File headers not recognized';
export const ONLY_CSV = 'Only CSV files supported';
export const TOO_MANY_UNITS = 'You can only search for 1000 units. Please limit search criteria and try again.';

/**
 * Reads the cells of an uploaded file: a header line, then one unit per line. The header begins with UnitSerNum, or with
 * LineID followed by UnitID [P2-V27, P2-V28, P2-V29]. Empty lines and repeated units are skipped.
 */
export function readUnitFile(cells: readonly (readonly string[])[]): { file: UnitFile } | { problem: string } {
  const lines = cells
    .map((line, index) => ({ number: index + 1, values: line.map(cleaned) }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const [header, ...rows] = lines;
  const names = header?.values ?? [];
  const unitIDAt = names.indexOf('UNITID');
  const bySerialNumber = names[0] === 'UNITSERNUM';
  if (!bySerialNumber && (names[0] !== 'LINEID' || unitIDAt < 0)) return { problem: HEADERS_NOT_RECOGNIZED };
  if (rows.length === 0) return { problem: 'The file contains no unit' };
  if (rows.length > MAX_FOUND) return { problem: TOO_MANY_UNITS };

  if (bySerialNumber) {
    const empty = rows.find(({ values }) => values[0] === '');
    if (empty) return { problem: `Line ${empty.number} lacks the serial number` };
    return { file: { by: 'UnitSerNum', serialNumbers: [...new Set(rows.map(({ values }) => values[0]!))] } };
  }
  const units = new Map<string, { UnitLineID: string; UnitID: string }>();
  for (const { number, values } of rows) {
    const [UnitLineID, UnitID] = [values[0], values[unitIDAt]];
    if (!UnitLineID) return { problem: `Line ${number} lacks the line ID` };
    if (!UnitID) return { problem: `Line ${number} lacks the unit ID` };
    units.set(`${UnitLineID}-${UnitID}`, { UnitLineID, UnitID });
  }
  return { file: { by: 'UnitID', units: [...units.values()] } };
}

/** Ids are upper-case letters and digits. Spreadsheets add blanks, quotes and byte order marks. */
const cleaned = (cell: string) => cell.replace(/[^\w-]/g, '').toUpperCase();
