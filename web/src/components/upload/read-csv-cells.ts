import Papa from 'papaparse';
import { csvCells } from '#core/table-file/csv-cells.ts';
import { type FileRules, fileProblem } from './file-rules.ts';

/**
 * The cells of a CSV file, or why it is refused. A file that breaks the rules is not read. Empty lines stay, because a problem names its line.
 */
export async function readCsvCells(file: File, rules: FileRules): Promise<{ cells: string[][] } | { problem: string }> {
  const problem = fileProblem(file, rules);
  if (problem) return { problem };
  // `file.text()` reads UTF-16 in some browsers only.
  const text = new TextDecoder().decode(await file.arrayBuffer());
  return csvCells(text, (csv) => Papa.parse<string[]>(csv));
}
