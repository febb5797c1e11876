export const FILE_NOT_RECOGNIZED = 'File Type not recognized';
const OPEN_QUOTE = `${FILE_NOT_RECOGNIZED}. A quotation mark in it is not closed.`;

/** A parser of CSV, such as that of papaparse. */
type ParseCsv = (text: string) => { data: string[][]; errors: readonly { type: string }[] };

/** False for bytes that were no UTF-8 text: a renamed spreadsheet, a picture and UTF-16 have characters that no text has. */
export const isText = (decoded: string): boolean => !decoded.includes('\0') && !decoded.includes('\uFFFD');

/** The cells of a CSV file that was decoded as UTF-8, or why it is refused. */
export function csvCells(text: string, parse: ParseCsv): { cells: string[][] } | { problem: string } {
  if (!isText(text)) return { problem: FILE_NOT_RECOGNIZED };
  const { data: cells, errors } = parse(text);
  // The rows after an open quote would be part of its cell.
  return errors.some(({ type }) => type === 'Quotes') ? { problem: OPEN_QUOTE } : { cells };
}
