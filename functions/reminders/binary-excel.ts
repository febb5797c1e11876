import { BoundedSheet, RefusedSheet, type Sheet, UnreadableSheet } from '#core/reminders/sheet.ts';
import { streamsOf } from './compound-file.ts';
import { dayOf, FROM_1904, isDateFormat } from './excel-dates.ts';
import { plainTextAt, SharedTexts } from './excel-texts.ts';

/** The records that are read (MS-XLS, 2.3). */
const RECORD = {
  formula: 0x06,
  end: 0x0a,
  daysFrom1904: 0x22,
  password: 0x2f,
  more: 0x3c,
  sheet: 0x85,
  numbers: 0xbd,
  richText: 0xd6,
  style: 0xe0,
  texts: 0xfc,
  sharedText: 0xfd,
  number: 0x0203,
  text: 0x0204,
  truth: 0x0205,
  textOfFormula: 0x0207,
  shortNumber: 0x027e,
  format: 0x041e,
  begin: 0x0809,
} as const;
const EXCEL_97 = 0x0600;

const LOCKED = 'The file has a password. Save it without one, and choose it again';
const TOO_OLD = 'The file is of Excel 95 or older. Save it as .xlsx, and choose it again';

interface Record {
  type: number;
  data: Buffer;
}

/** The rows of the first sheet of a binary .xls file, at most `most`. A row that is left out is empty, so that lines keep their numbers. */
export function rowsOfBinaryExcel(file: Buffer, most: number): Sheet {
  const streams = streamsOf(file);
  if (streams.has('EncryptedPackage')) throw new RefusedSheet(LOCKED);
  const read = streams.get('Workbook');
  if (!read && streams.has('Book')) throw new RefusedSheet(TOO_OLD);
  if (!read) throw new UnreadableSheet('The file has no workbook');
  const stream = read();
  const { place, texts, isDate } = bookOf(stream);
  return rowsAt(stream, place, most, { texts, isDate });
}

/** Reads records until the end of the part that begins at `place`. Parts within it, such as charts, are left out. */
function* recordsAt(stream: Buffer, place: number): Generator<Record> {
  let depth = 0;
  for (let at = place; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const next = at + 4 + stream.readUInt16LE(at + 2);
    if (next > stream.length) throw new UnreadableSheet('The workbook ends within a record');
    if (type === RECORD.begin) depth += 1;
    if (depth === 0) throw new UnreadableSheet('A part of the workbook has no beginning');
    if (depth === 1) yield { type, data: stream.subarray(at + 4, next) };
    if (type === RECORD.end) depth -= 1;
    if (depth === 0) return;
    at = next;
  }
}

interface Book {
  /** Where the first sheet begins. */
  place: number;
  texts: readonly string[];
  isDate: (style: number) => boolean;
}

function bookOf(stream: Buffer): Book {
  const shared = new SharedTexts();
  const styles: number[] = [];
  const formats = new Map<number, string>();
  let place: number | undefined;
  let last = 0;
  for (const { type, data } of recordsAt(stream, 0)) {
    if (type === RECORD.begin && data.readUInt16LE(0) !== EXCEL_97) throw new RefusedSheet(TOO_OLD);
    else if (type === RECORD.password) throw new RefusedSheet(LOCKED);
    else if (type === RECORD.daysFrom1904 && data.readUInt16LE(0) !== 0) throw new RefusedSheet(FROM_1904);
    // The state 0 is a sheet that people see, and the kind 0 one with cells. Others are charts and macros (MS-XLS, 2.4.28).
    else if (type === RECORD.sheet && (data[4]! & 3) === 0 && data[5] === 0) place ??= data.readUInt32LE(0);
    else if (type === RECORD.style) styles.push(data.readUInt16LE(2));
    else if (type === RECORD.format) formats.set(data.readUInt16LE(0), plainTextAt(data, 2));
    else if (type === RECORD.texts || (type === RECORD.more && last === RECORD.texts)) shared.add(data);
    if (type !== RECORD.more) last = type;
  }
  if (place === undefined) throw new UnreadableSheet('The workbook has no sheet');
  const dates = styles.map((format) => isDateFormat(format, formats.get(format)));
  return { place, texts: shared.read(), isDate: (style) => dates[style] ?? false };
}

function rowsAt(stream: Buffer, place: number, most: number, { texts, isDate }: Omit<Book, 'place'>): Sheet {
  const sheet = new BoundedSheet();
  const { rows } = sheet;
  const put = (row: number, column: number, text: string | undefined) => {
    if (text === undefined || text === '') return;
    while (rows.length <= row && rows.length < most) rows.push([]);
    const cells = rows[row];
    if (!cells) return;
    // A cell that is there twice has what it got last.
    if (column < cells.length) cells[column] = '';
    sheet.add(cells, column, text);
  };
  const shown = (value: number, style: number) => (isDate(style) && dayOf(value)) || numberText(value);
  let formula: { row: number; column: number } | undefined;
  for (const { type, data } of recordsAt(stream, place)) {
    if (type === RECORD.textOfFormula && formula) put(formula.row, formula.column, plainTextAt(data, 0));
    if (!CELLS.has(type)) continue;
    const [row, column, style] = [data.readUInt16LE(0), data.readUInt16LE(2), data.readUInt16LE(4)];
    formula = undefined;
    if (type === RECORD.sharedText) put(row, column, texts[data.readUInt32LE(6)]);
    else if (type === RECORD.text || type === RECORD.richText) put(row, column, plainTextAt(data, 6));
    else if (type === RECORD.number) put(row, column, shown(data.readDoubleLE(6), style));
    else if (type === RECORD.shortNumber) put(row, column, shown(shortNumber(data.readUInt32LE(6)), style));
    else if (type === RECORD.truth) put(row, column, data[7] === 0 ? truthText(data[6]!) : undefined);
    else if (type === RECORD.numbers)
      // The last two bytes are the last column.
      for (let index = 0; 4 + (index + 1) * 6 <= data.length - 2; index++) {
        const at = 4 + index * 6;
        put(row, column + index, shown(shortNumber(data.readUInt32LE(at + 2)), data.readUInt16LE(at)));
      }
    else if (data.readUInt16LE(12) !== NOT_A_NUMBER) put(row, column, shown(data.readDoubleLE(6), style));
    else if (data[6] === TEXT_FOLLOWS) formula = { row, column };
    else if (data[6] === TRUTH) put(row, column, truthText(data[8]!));
  }
  return rows;
}

const CELLS: ReadonlySet<number> = new Set([
  ...[RECORD.sharedText, RECORD.text, RECORD.richText, RECORD.number, RECORD.shortNumber],
  ...[RECORD.truth, RECORD.numbers, RECORD.formula],
]);

/** What stands in place of the number if a formula has another value (MS-XLS, 2.5.133). */
const NOT_A_NUMBER = 0xffff;
const TEXT_FOLLOWS = 0;
const TRUTH = 1;

const truthText = (value: number) => (value === 0 ? 'FALSE' : 'TRUE');

/** A number in 30 bits: an integer, or the upper half of a floating-point number; either may be in hundredths (MS-XLS, 2.5.217). */
function shortNumber(bits: number): number {
  const isInteger = (bits & 2) !== 0;
  const upper = Buffer.alloc(8);
  upper.writeUInt32LE((bits & 0xfffffffc) >>> 0, 4);
  const value = isInteger ? (bits | 0) >> 2 : upper.readDoubleLE(0);
  return (bits & 1) !== 0 ? value / 100 : value;
}

/** A number with the 15 digits that Excel has. */
const numberText = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(15))) : '');
