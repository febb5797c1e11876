/** The rows of the first sheet of a file, as texts. */
export type Sheet = string[][];

/** More cells in a row than any file of reminders has. */
const MAX_COLUMNS = 50;
const MAX_CELL_LENGTH = 200;
/** Excel keeps at most 65,490 formats of cells. A file with more is damaged or hostile. */
const MAX_FORMATS = 65_536;
/** Bytes of the rows as JSON. An answer of a function has at most 6 MB. */
const MAX_BYTES = 5 * 1024 * 1024;

type Token =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

type OpenTag = Token & { kind: 'open' };

/** Its quotes and its comma. */
const EMPTY_CELL_BYTES = 3;
/** At most: a character beyond ASCII has up to three bytes. */
const bytesOf = (text: string) => JSON.stringify(text).replaceAll(/[^ -~]/g, '...').length;

/** The file is not what it should be. */
export class UnreadableSheet extends Error {}
/** The file is a workbook that is not read. The message says what to do. */
export class RefusedSheet extends Error {}
/** The rows of the file would not fit into an answer. A small file can have many cells: they repeat shared texts. */
export class SheetTooLarge extends Error {}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const plainText = (text: string) =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Reads XML from left to right. A document type is refused: it could define entities that grow without bound. */
function* tokensOf(xml: string): Generator<Token> {
  for (let place = 0; place < xml.length; ) {
    const open = xml.indexOf('<', place);
    if (open < 0) return;
    if (open > place) yield { kind: 'text', text: plainText(xml.slice(place, open)) };
    if (xml.startsWith('<!DOCTYPE', open)) throw new UnreadableSheet('The file has a document type');
    const cdata = xml.startsWith('<![CDATA[', open);
    const [from, end] = cdata ? [open + 9, ']]>'] : xml.startsWith('<!--', open) ? [open + 4, '-->'] : [open + 1, '>'];
    const close = xml.indexOf(end, from);
    if (close < 0) throw new UnreadableSheet('The file ends within a tag');
    place = close + end.length;
    const inner = xml.slice(from, close);
    if (cdata) yield { kind: 'text', text: inner };
    else if (end === '>') yield* tagOf(inner);
  }
}

function* tagOf(inner: string): Generator<Token> {
  if (inner.startsWith('?') || inner.startsWith('!')) return;
  const name = (/^\/?(?:[\w.-]+:)?([\w.-]+)/.exec(inner) ?? [])[1];
  if (name === undefined) throw new UnreadableSheet('The file has a tag without a name');
  if (inner.startsWith('/')) yield { kind: 'close', name };
  else yield { kind: 'open', name, attributes: inner, isEmpty: inner.endsWith('/') };
}

const attributeOf = ({ attributes }: { attributes: string }, name: string): string | undefined =>
  new RegExp(`[\\s:]${name}="([^"]{0,300})"`).exec(attributes)?.[1];

/** The texts of `xl/sharedStrings.xml`, by their number. */
export function sharedTextsOf(xml: string): string[] {
  const texts: string[] = [];
  let current: string | undefined;
  let isText = false;
  for (const token of tokensOf(xml)) {
    if (token.kind === 'text') {
      if (isText && current !== undefined) current += token.text;
    } else if (token.name === 'si') {
      if (token.kind === 'open' && !token.isEmpty) current = '';
      else {
        texts.push(current ?? '');
        current = undefined;
      }
    } else if (token.name === 't') isText = token.kind === 'open' && !token.isEmpty;
  }
  return texts;
}

/** How cells show a number: a format that every workbook has, or one that the workbook says itself. */
export interface NumberFormat {
  id: number;
  own: string | undefined;
}

/** The formats of numbers in `xl/styles.xml`, by the style that a cell names (ECMA-376 part 1, 18.8.10 and 18.8.30). */
export function numberFormatsOf(xml: string): NumberFormat[] {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  for (const token of tokensOf(xml)) {
    if (token.kind === 'text') continue;
    if (token.name === 'cellXfs') isOfCells = token.kind === 'open' && !token.isEmpty;
    else if (token.kind === 'close') continue;
    else if (token.name === 'numFmt')
      own.set(Number(attributeOf(token, 'numFmtId')), plainText(attributeOf(token, 'formatCode') ?? ''));
    else if (token.name === 'xf' && isOfCells) ids.push(Number(attributeOf(token, 'numFmtId') ?? 0));
    if (ids.length > MAX_FORMATS || own.size > MAX_FORMATS)
      throw new UnreadableSheet('The file has too many formats of cells');
  }
  return ids.map((id) => ({ id, own: own.get(id) }));
}

/**
 * The part of the first sheet with cells that people see, as the workbook orders its sheets (ECMA-376 part 1, 18.2.19): `xl/worksheets/sheet2.xml`. Undefined
 * if the workbook does not say it.
 */
export function firstSheetOf(workbook: string, relationships: string): string | undefined {
  const targets = new Map<string, string>();
  for (const token of tokensOf(relationships))
    if (token.kind === 'open' && token.name === 'Relationship')
      targets.set(attributeOf(token, 'Id') ?? '', attributeOf(token, 'Target') ?? '');
  for (const token of tokensOf(workbook)) {
    if (token.kind !== 'open' || token.name !== 'sheet') continue;
    if ((attributeOf(token, 'state') ?? 'visible') !== 'visible') continue;
    const part = targets.get(attributeOf(token, 'id') ?? '')?.replace(/^(\/xl\/|\.\/)/, '');
    // A chart has a sheet of its own, without cells.
    if (part && !part.startsWith('chartsheets/')) return `xl/${part}`;
  }
  return undefined;
}

/** True if the workbook (`xl/workbook.xml`) counts its days from 1904. */
export function countsFrom1904(xml: string): boolean {
  for (const token of tokensOf(xml))
    if (token.kind === 'open' && token.name === 'workbookPr')
      return ['1', 'true'].includes(attributeOf(token, 'date1904') ?? '');
  return false;
}

/** The rows of a sheet, within the bounds of what a file and an answer may have. */
export class BoundedSheet {
  readonly rows: Sheet = [];
  #bytes = 0;

  /** Adds a text to the cell. Cells in far columns are left out. Throws `SheetTooLarge` if the rows would not fit into an answer. */
  add(row: string[], column: number, text: string): void {
    if (column >= MAX_COLUMNS) return;
    for (; row.length < column; this.#bytes += EMPTY_CELL_BYTES) row.push('');
    const whole = ((row[column] ?? '') + text.trim()).slice(0, MAX_CELL_LENGTH);
    row[column] = whole;
    this.#bytes += EMPTY_CELL_BYTES + bytesOf(whole);
    if (this.#bytes > MAX_BYTES) throw new SheetTooLarge();
  }
}

/** How the two formats name rows, cells and values. */
interface Format {
  row: string;
  cell: string;
  values: readonly string[];
  /** The column of a cell, from 0 on; undefined for the one after the last. */
  columnOf(cell: OpenTag): number | undefined;
  /** `element`: the one within the cell that has the value. */
  textOf(value: string, cell: OpenTag, element: OpenTag): string;
}

/** What the cells of an Excel file refer to. */
interface Book {
  /** The shared texts, by their number. */
  texts: readonly string[];
  /** What a cell of the style shows for a number. */
  shown(value: string, style: number): string;
}

/** The rows of a sheet of an Excel file (`xl/worksheets/sheet1.xml`), at most `most`. */
export const rowsOfExcel = (xml: string, { texts, shown }: Book, most: number): Sheet =>
  rowsOf(xml, most, {
    row: 'row',
    cell: 'c',
    values: ['v', 't'],
    columnOf: (cell) => columnNumber(attributeOf(cell, 'r')),
    textOf: (value, cell) => {
      const type = attributeOf(cell, 't') ?? 'n';
      if (type === 's') return texts[Number(value)] ?? '';
      if (type === 'd') return dayIn(value);
      return type === 'n' ? shown(value, Number(attributeOf(cell, 's') ?? 0)) : value;
    },
  });

/** The day of a time such as 2026-11-21T00:00:00.000. */
const dayIn = (time: string) => /^\d{4}-\d\d-\d\d(?=T|$)/.exec(time)?.[0] ?? time;

/** The rows of the first sheet of a SpreadsheetML file. */
export const rowsOfSpreadsheetML = (xml: string, most: number): Sheet =>
  rowsOf(xml, most, {
    row: 'Row',
    cell: 'Cell',
    values: ['Data'],
    columnOf: (cell) => {
      const index = Number(attributeOf(cell, 'Index'));
      return Number.isSafeInteger(index) && index > 0 ? index - 1 : undefined;
    },
    textOf: (value, _cell, element) => (attributeOf(element, 'Type') === 'DateTime' ? dayIn(value) : value),
  });

/** `B7` is in column 1. */
function columnNumber(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function rowsOf(xml: string, most: number, format: Format): Sheet {
  const sheet = new BoundedSheet();
  const { rows } = sheet;
  let cell: OpenTag | undefined;
  let column = -1;
  let value: string | undefined;
  let element: OpenTag | undefined;
  for (const token of tokensOf(xml)) {
    if (token.kind === 'text') {
      if (value !== undefined && value.length < MAX_CELL_LENGTH) value += token.text;
      continue;
    }
    const isOpen = token.kind === 'open';
    if (token.name === format.row && isOpen) {
      if (rows.length === most) return rows;
      rows.push([]);
      column = -1;
    } else if (token.name === format.cell && isOpen) {
      cell = token;
      column = format.columnOf(token) ?? column + 1;
    } else if (format.values.includes(token.name) && cell) {
      if (isOpen && !token.isEmpty) {
        value = '';
        element = token;
      } else if (!isOpen && value !== undefined && element) {
        const row = rows.at(-1);
        if (row) sheet.add(row, column, format.textOf(value, cell, element));
        value = undefined;
      }
      // Of a file with several sheets, the first one counts.
    } else if (token.name === 'Worksheet' && !isOpen) return rows;
  }
  return rows;
}
