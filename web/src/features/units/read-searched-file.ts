import { ONLY_CSV, readUnitFile } from '#core/units/unit-file.ts';
import { readCsvCells } from '#web/components/upload/read-csv-cells.ts';

export const SEARCHED_FILES = { accept: ['.csv'], maximumBytes: 1024 * 1024, wrongKindMessage: ONLY_CSV };

/** Reads which units a CSV file names, or says why it is refused. */
export async function readSearchedFile(file: File): Promise<ReturnType<typeof readUnitFile>> {
  const read = await readCsvCells(file, SEARCHED_FILES);
  return 'problem' in read ? read : readUnitFile(read.cells);
}
