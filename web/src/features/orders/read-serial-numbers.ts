import { readSerialNumberFile } from '#core/orders/serial-number-file.ts';
import { ONLY_CSV } from '#core/units/unit-file.ts';
import { readCsvCells } from '#web/components/upload/read-csv-cells.ts';

/** Ten thousand units with some columns beside. */
export const SERIAL_NUMBER_FILES = { accept: ['.csv'], maximumBytes: 2 * 1024 * 1024, wrongKindMessage: ONLY_CSV };

/** Reads the serial numbers of a CSV file, or says why it is refused. */
export async function readSerialNumbers(file: File): Promise<{ serialNumbers: string[] } | { problem: string }> {
  const read = await readCsvCells(file, SERIAL_NUMBER_FILES);
  return 'problem' in read ? read : readSerialNumberFile(read.cells);
}
