import Papa from 'papaparse';
import { FILE_NOT_RECOGNIZED } from '#core/units/unit-file.ts';
import { type FileRules, fileProblem } from '#web/components/upload/file-rules.ts';

const OPEN_QUOTE = 'A quotation mark in the file is not closed.';

/** The cells of a CSV file, or why it is refused. A file that breaks the rules is not read. */
export async function readCsvCells(file: File, rules: FileRules): Promise<{ cells: string[][] } | { problem: string }> {
  const problem = fileProblem(file, rules);
  if (problem) return { problem };
  // `file.text()` reads UTF-16 in some browsers only.
  const text = new TextDecoder().decode(await file.arrayBuffer());
  // A renamed spreadsheet, a picture and UTF-16 have characters that no UTF-8 text has.
  if (text.includes('\0') || text.includes('\uFFFD')) return { problem: FILE_NOT_RECOGNIZED };
  const { data: cells, errors } = Papa.parse<string[]>(text);
  // The rows after an open quote would be part of its cell.
  return errors.some(({ type }) => type === 'Quotes') ? { problem: OPEN_QUOTE } : { cells };
}
