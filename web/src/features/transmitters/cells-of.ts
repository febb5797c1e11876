import { AppError } from '#core/errors.ts';
import { reminders } from '#core/reminders/contract.ts';
import { COMPOUND_MARK_BYTES, isCompoundFile } from '#core/table-file/compound-mark.ts';
import type { FileRules } from '#web/components/upload/file-rules.ts';
import { readCsvCells } from '#web/components/upload/read-csv-cells.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * The cells of a CSV file, or of the first sheet of an Excel or SpreadsheetML file, which the server reads.
 * @throws INVALID for a file that cannot be read
 */
export async function cellsOf(file: File, rules: FileRules): Promise<readonly (readonly string[])[]> {
  const mark = new Uint8Array(await file.slice(0, COMPOUND_MARK_BYTES).arrayBuffer());
  if (!isCompoundFile(mark) && file.name.toLowerCase().endsWith('.csv')) {
    const read = await readCsvCells(file, rules);
    if ('problem' in read) throw new AppError('INVALID', read.problem);
    return read.cells;
  }
  return (await call(reminders.convert, { file: await base64Of(file) })).rows;
}

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
