import { FILE_NOT_RECOGNIZED, isText } from '#core/table-file/csv-cells.ts';
import { type FileRules, fileProblem } from './file-rules.ts';

/** The text of a file, or why it is refused. A file that breaks the rules is not read. */
export async function readText(file: File, rules: FileRules): Promise<{ text: string } | { problem: string }> {
  const problem = fileProblem(file, rules);
  if (problem) return { problem };
  // `file.text()` reads UTF-16 in some browsers only.
  const text = new TextDecoder().decode(await file.arrayBuffer());
  return isText(text) ? { text } : { problem: FILE_NOT_RECOGNIZED };
}
