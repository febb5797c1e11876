import Papa from 'papaparse';
import { MAX_ITEM_BODY, readUdiFile } from '#core/orders/udi-file.ts';
import { FILE_NOT_RECOGNIZED, ONLY_CSV } from '#core/units/unit-file.ts';
import { fileProblem } from '#web/components/upload/file-rules.ts';

/** A file that the call would refuse is not read. */
export const UDI_FILES = { accept: ['.csv'], maximumBytes: MAX_ITEM_BODY, wrongKindMessage: ONLY_CSV };

/** Reads the unit device identifiers of a CSV file for a quantity, or says why it is refused. */
export async function readUdiRows(file: File, quantity: number): Promise<{ udis: string[] } | { problem: string }> {
  const problem = fileProblem(file, UDI_FILES);
  if (problem) return { problem };
  // `file.text()` reads UTF-16 in some browsers only.
  const text = new TextDecoder().decode(await file.arrayBuffer());
  // A renamed spreadsheet, a picture and UTF-16 have characters that no UTF-8 text has.
  if (text.includes('\0') || text.includes('\uFFFD')) return { problem: FILE_NOT_RECOGNIZED };
  return readUdiFile(Papa.parse<string[]>(text).data, quantity);
}
