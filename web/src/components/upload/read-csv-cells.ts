import Papa from 'papaparse';
import { csvCells } from '#core/table-file/csv-cells.ts';
import type { FileRules } from './file-rules.ts';
import { readText } from './read-text.ts';

/**
 * The cells of a CSV file, or why it is refused. A file that breaks the rules is not read. Empty lines stay, because a problem names its line.
 */
export async function readCsvCells(file: File, rules: FileRules): Promise<{ cells: string[][] } | { problem: string }> {
  const read = await readText(file, rules);
  return 'problem' in read ? read : csvCells(read.text, (csv) => Papa.parse<string[]>(csv));
}
