import Papa from 'papaparse';
import { FORMAT_BYTES, unreadableFormat } from '#core/accessories/stock-list.ts';
import { AppError } from '#core/errors.ts';
import { reminders } from '#core/reminders/contract.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * The cells of a CSV file, or of the first sheet of an Excel or SpreadsheetML file, which the server reads.
 * @throws INVALID for a file that the server cannot read
 */
export async function cellsOf(file: File): Promise<readonly (readonly string[])[]> {
  const refusal = unreadableFormat(new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer()));
  if (refusal !== undefined) throw new AppError('INVALID', refusal);
  if (file.name.toLowerCase().endsWith('.csv')) return Papa.parse<string[]>((await file.text()).trim()).data;
  return (await call(reminders.convert, { file: await base64Of(file) })).rows;
}

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
