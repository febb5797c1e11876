import { MAX_UDI_FILE_BYTES, readUdiFile } from '#core/orders/udi-file.ts';
import { ONLY_CSV } from '#core/units/unit-file.ts';
import { readCsvCells } from '#web/components/upload/read-csv-cells.ts';

/** A file that S3 would refuse is not read. */
export const UDI_FILES = { accept: ['.csv'], maximumBytes: MAX_UDI_FILE_BYTES, wrongKindMessage: ONLY_CSV };

/** Reads the unit device identifiers of a CSV file for a quantity, or says why it is refused. */
export async function readUdiRows(file: File, quantity: number): Promise<{ udis: string[] } | { problem: string }> {
  const read = await readCsvCells(file, UDI_FILES);
  return 'problem' in read ? read : readUdiFile(read.cells, quantity);
}
