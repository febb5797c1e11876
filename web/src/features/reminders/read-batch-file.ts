import Papa from 'papaparse';
import { type ReadBatch, readBatch } from '#core/reminders/batch-file.ts';
import { FILE_NOT_RECOGNIZED, ONLY_CSV } from '#core/units/unit-file.ts';
import { fileProblem } from '#web/components/upload/file-rules.ts';

/** The files of a batch. 20,000 rows have less than a megabyte. */
export const BATCH_FILES = { accept: ['.csv'], maximumBytes: 4 * 1024 * 1024, wrongKindMessage: ONLY_CSV };

/** Reads the rows of a CSV file, or says why it is refused. */
export async function readBatchFile(file: File): Promise<ReadBatch> {
  const problem = fileProblem(file, BATCH_FILES);
  if (problem) return { refused: problem };
  const text = await file.text();
  // A renamed spreadsheet or picture has characters that no text has.
  if (text.includes('\0') || text.includes('\uFFFD')) return { refused: FILE_NOT_RECOGNIZED };
  return readBatch(Papa.parse<string[]>(text, { skipEmptyLines: true }).data);
}
