import { AppError } from '#core/errors.ts';
import { MAX_BATCH_ROWS, TOO_MANY_ROWS } from '#core/reminders/batch-file.ts';
import {
  countsFrom1904,
  firstSheetOf,
  numberFormatsOf,
  RefusedSheet,
  rowsOfExcel,
  rowsOfSpreadsheetML,
  type Sheet,
  SheetTooLarge,
  sharedTextsOf,
} from '#core/reminders/sheet.ts';
import { isCompoundFile } from '#core/table-file/compound-mark.ts';
import { FILE_NOT_RECOGNIZED } from '#core/table-file/csv-cells.ts';
import { ONLY_CSV } from '#core/units/unit-file.ts';
import { rowsOfBinaryExcel } from './binary-excel.ts';
import { dayOf, FROM_1904, isDateFormat } from './excel-dates.ts';
import { unzip } from './unzip.ts';

/** The headers, and the last line of a list of transmitters, are rows too. Who reads the rows counts those of a batch. */
const MOST_ROWS = MAX_BATCH_ROWS + 2;

/**
 * The rows of the first sheet of an Excel file (.xlsx or .xls) or a SpreadsheetML file.
 * @throws INVALID for a file of another kind, and for a damaged one; TOO_LARGE for too many rows or too much text
 */
export function convertFile(base64: string): Sheet {
  const file = Buffer.from(base64, 'base64');
  const rows = read(file);
  if (rows.length > MOST_ROWS) throw new AppError('TOO_LARGE', TOO_MANY_ROWS);
  return rows;
}

function read(file: Buffer): Sheet {
  if (file.toString('latin1', 0, 2) === 'PK') return readable(() => excelRows(file));
  if (isCompoundFile(file)) return readable(() => rowsOfBinaryExcel(file, MOST_ROWS + 1));
  const text = textOf(file);
  if (/^\s*<(\?xml|Workbook|ss:Workbook)/.test(text)) return readable(() => rowsOfSpreadsheetML(text, MOST_ROWS + 1));
  throw refused(ONLY_CSV);
}

/** Excel writes SpreadsheetML in UTF-8, other programs also in UTF-16. */
const textOf = (file: Buffer): string =>
  file.toString('latin1', 0, 2) === '\xff\xfe'
    ? file.toString('utf16le', 2)
    : file.toString('utf8').replace(/^\ufeff/, '');

function readable(rows: () => Sheet): Sheet {
  try {
    const read = rows();
    if (read.length > 0) return read;
  } catch (error) {
    if (error instanceof SheetTooLarge) throw new AppError('TOO_LARGE', TOO_MUCH_TEXT);
    if (error instanceof RefusedSheet) throw refused(error.message);
    // A damaged or hostile file. Why does not matter to the person who chose it.
  }
  throw refused(FILE_NOT_RECOGNIZED);
}

function excelRows(file: Buffer): Sheet {
  const files = unzip(file);
  const part = (name: string) => files.get(name)?.() ?? '';
  const workbook = part('xl/workbook.xml');
  if (countsFrom1904(workbook)) throw new RefusedSheet(FROM_1904);
  const first = firstSheetOf(workbook, part('xl/_rels/workbook.xml.rels')) ?? firstByNumber([...files.keys()]);
  if (first === undefined || !files.has(first)) return [];
  const dates = numberFormatsOf(part('xl/styles.xml')).map(({ id, own }) => isDateFormat(id, own));
  const book = {
    texts: sharedTextsOf(part('xl/sharedStrings.xml')),
    shown: (value: string, style: number) => (dates[style] && dayOf(Number(value))) || value,
  };
  return rowsOfExcel(part(first), book, MOST_ROWS + 1);
}

const TOO_MUCH_TEXT = 'The file has too much text. Delete the columns that are not needed';

/** For a file without the order of its sheets. */
const firstByNumber = (names: readonly string[]): string | undefined =>
  names
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort((one, other) => numberIn(one) - numberIn(other))[0];
const numberIn = (name: string) => Number(/\d+/.exec(name)![0]);

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'file', message }]);
