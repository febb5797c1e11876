import Papa from 'papaparse';
import { reminders } from '#core/reminders/contract.ts';
import { call } from '#web/lib/api/api.ts';

/** The cells of a CSV file, or of the first sheet of an Excel or SpreadsheetML file, which the server reads. */
export async function cellsOf(file: File): Promise<readonly (readonly string[])[]> {
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
