import { type ReadBatch, readBatch } from '#core/reminders/batch-file.ts';
import { ONLY_CSV } from '#core/units/unit-file.ts';
import { readCsvCells } from '#web/components/upload/read-csv-cells.ts';

/** The files of a batch. 20,000 rows have less than a megabyte. */
export const BATCH_FILES = { accept: ['.csv'], maximumBytes: 4 * 1024 * 1024, wrongKindMessage: ONLY_CSV };

/** Reads the rows of a CSV file, or says why it is refused. */
export async function readBatchFile(file: File): Promise<ReadBatch> {
  const read = await readCsvCells(file, BATCH_FILES);
  if ('problem' in read) return { refused: read.problem };
  return readBatch(read.cells.filter((cells) => cells.some((cell) => cell !== '')));
}
