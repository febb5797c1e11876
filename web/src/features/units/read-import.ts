import { unitsIn } from '#core/units/import-file.ts';
import { readCsvCells } from '#web/components/upload/read-csv-cells.ts';

export const IMPORT_FILES = { accept: ['.csv'], maximumBytes: 2 * 1024 * 1024 };

/** Reads the units of a CSV file and the lines to correct, or says why the file is refused. */
export async function readImport(file: File): Promise<ReturnType<typeof unitsIn> | { problem: string }> {
  const read = await readCsvCells(file, IMPORT_FILES);
  return 'problem' in read ? read : unitsIn(read.cells);
}
