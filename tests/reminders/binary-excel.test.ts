import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transmittersIn } from '#core/accessories/stock-list.ts';
import { FILE_NOT_RECOGNIZED } from '#core/table-file/csv-cells.ts';
import { convertFile } from '#functions/reminders/convert-file.ts';
import { isDateFormat } from '#functions/reminders/excel-dates.ts';
import { withMessage } from '#support/with-message.ts';

/** A workbook that another program (xlwt) wrote: 902 rows, texts over several records, dates, and a second sheet. */
const WRITTEN = readFileSync(new URL('./files/transmitters.xls', import.meta.url));

const read = (file: Buffer) => convertFile(file.toString('base64'));

const record = (type: number, ...parts: (Buffer | number)[]): Buffer => {
  const data = Buffer.concat(parts.map((part) => (typeof part === 'number' ? u16(part) : part)));
  return Buffer.concat([u16(type), u16(data.length), data]);
};
const u16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);
const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const text = (value: string, isWide = false) =>
  Buffer.concat([u16(value.length), Buffer.from([Number(isWide)]), Buffer.from(value, isWide ? 'utf16le' : 'latin1')]);

const begin = (kind: number, version = 0x0600) => record(0x0809, version, kind, Buffer.alloc(12));
const END = record(0x0a);

interface Given {
  globals?: Buffer[];
  texts?: Buffer[];
  version?: number;
  kindOfSheet?: number;
  /** 1: hidden, 2: hidden from the list of hidden sheets. */
  state?: number;
}

/** The stream of a workbook with one sheet of these records. */
function bookOf(
  cells: readonly Buffer[],
  { globals = [], texts = [], version = 0x0600, kindOfSheet = 0, state = 0 }: Given = {},
) {
  const before = Buffer.concat([begin(5, version), ...globals, ...texts]);
  const name = Buffer.from('\u0005\0Sheet', 'latin1');
  const place = before.length + 4 + 6 + name.length + END.length;
  const sheet = record(0x85, u32(place), Buffer.from([state, kindOfSheet]), name);
  return Buffer.concat([before, sheet, END, begin(16), ...cells, END]);
}

const FREE = 0xffffffff;
const LAST = 0xfffffffe;

/** A compound file with one stream: table of chains, directory, stream. */
function compound(
  stream: Buffer,
  { name = 'Workbook', isSmall = false, shift = 9, chains = (table: number[]) => table } = {},
) {
  const size = 1 << shift;
  const content = isSmall ? stream : Buffer.concat([stream, Buffer.alloc(Math.max(0, 4096 - stream.length))]);
  const count = Math.ceil(content.length / size);
  const chain = (from: number, length: number) =>
    Array.from({ length }, (_, index) => (index + 1 < length ? from + index + 1 : LAST));
  const table = [0xfffffffd, LAST, ...chain(2, count), ...(isSmall ? [LAST] : [])];
  const fat = [...chains(table), ...Array(size).fill(FREE)].slice(0, size / 4);
  const header = Buffer.alloc(size, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  for (const [at, value] of [
    [26, 3],
    [30, shift],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  const numbers = [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, isSmall ? count + 2 : LAST],
    [68, LAST],
    [76, 0],
  ] as const;
  for (const [at, value] of numbers) header.writeUInt32LE(value, at);
  for (let at = 80; at < 512; at += 4) header.writeUInt32LE(FREE, at);
  const entry = (called: string, kind: number, start: number, bytes: number) => {
    const one = Buffer.alloc(128);
    one.write(called, 'utf16le');
    one.writeUInt16LE(called.length * 2 + 2, 64);
    one[66] = kind;
    one.writeUInt32LE(start, 116);
    one.writeUInt32LE(bytes, 120);
    return one;
  };
  const directory = Buffer.concat([
    entry('Root Entry', 5, isSmall ? 2 : LAST, isSmall ? content.length : 0),
    entry(name, 2, isSmall ? 0 : 2, content.length),
    Buffer.alloc(size - 256),
  ]);
  const padded = Buffer.concat([content, Buffer.alloc(count * size - content.length)]);
  const small = isSmall ? Buffer.concat(chain(0, Math.ceil(content.length / 64)).map(u32)) : Buffer.alloc(0);
  return Buffer.concat([header, Buffer.concat(fat.map(u32)), directory, padded, small]);
}

const workbook = (cells: readonly Buffer[], given?: Given) => read(compound(bookOf(cells, given)));
const at = (row: number, column: number, style = 0) => Buffer.concat([u16(row), u16(column), u16(style)]);
const label = (row: number, column: number, value: string) => record(0x0204, at(row, column), text(value));

describe('a binary .xls file', () => {
  it('that another program wrote is read: texts, numbers and dates of the first sheet [P3-K42]', () => {
    const rows = read(WRITTEN);
    expect(rows).toHaveLength(902);
    expect(rows[0]).toEqual(['SerialNumber', 'RFCode', 'ManufacturedDate']);
    expect(rows.slice(1, 3)).toEqual([
      ['TX00000', 'A000', '2026-11-21', '', 'Prüfung – ✓ 0'],
      ['TX00001', '4097', '2026-11-21'],
    ]);
    expect(rows[897]).toEqual(['TX00896', 'A380', '2026-11-21', '', 'Prüfung – ✓ 896']);
    expect(rows[901]).toEqual(['Total', '900.5']);
    const { transmitters, problems } = transmittersIn(rows);
    expect([transmitters.length, problems]).toEqual([900, []]);
  });

  it('has numbers in each of their forms, truths, and the values of formulas', () => {
    const half = float(0.5).readUInt32LE(4);
    const formula = (row: number, value: Buffer) => record(0x06, at(row, 0), value, Buffer.alloc(8));
    const other = (kind: number, value = 0) => Buffer.from([kind, 0, value, 0, 0, 0, 255, 255]);
    const rows = workbook([
      record(0x0203, at(0, 0), float(0.1 + 0.2)),
      record(0xbd, 1, 0, 0, u32((7 << 2) | 2), 0, u32((-5 << 2) | 2), 0, u32((1234 << 2) | 3), 2),
      record(0x027e, at(2, 0), u32(half)),
      record(0x027e, at(2, 1), u32(half | 1)),
      record(0x0205, at(3, 0), Buffer.from([1, 0])),
      record(0x0205, at(3, 1), Buffer.from([0, 0])),
      // An error, such as #DIV/0!.
      record(0x0205, at(3, 2), Buffer.from([7, 1])),
      formula(4, float(42)),
      formula(5, other(0)),
      record(0x0207, text('a text', true)),
      formula(6, other(1, 1)),
      formula(7, other(2)),
      record(0x0207, text('no formula has this text')),
      label(8, 0, 'last'),
    ]);
    expect(rows).toEqual([
      ['0.3'],
      ['7', '-5', '12.34'],
      ['0.5', '0.005'],
      ['TRUE', 'FALSE'],
      ['42'],
      ['a text'],
      ['TRUE'],
      [],
      ['last'],
    ]);
  });

  it('takes a text in a format that does not end for one that goes on to its end', () => {
    expect(['"day', '[Yellow', '0 "d', '[x]yy', '"x"yy'].map((shape) => isDateFormat(164, shape))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it.each(['[', '"', '[x', '_', 'yyyy [', 'm'])('reads formats of many times %j soon', (part) => {
    const begun = performance.now();
    for (const length of [240, 65_000])
      for (let style = 0; style < 1_000; style++) isDateFormat(164, part.repeat(length / part.length));
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('shows a day where its format does, and a number elsewhere', () => {
    const style = (format: number) => record(0xe0, 0, format, Buffer.alloc(16));
    const format = (id: number, shape: string) => record(0x041e, id, text(shape));
    const shapes = ['yyyy\\-mm\\-dd', '[$-407]d. mmmm', '"days" 0', 'General', 'h:mm', '0.00_d', '[Red]0', 'mmm'];
    const formats = [14, 22, 58, 0, 45, ...shapes.map((_, index) => 164 + index)];
    const globals = [...shapes.map((shape, index) => format(164 + index, shape)), ...formats.map(style)];
    const days = formats.map((_, index) => record(0x0203, at(0, index, index), float(46_347.75)));
    const others = [60, 61, 2_958_465.5, 2_958_466].map((value, index) =>
      record(0x0203, at(1, index, 0), float(value)),
    );
    const [row, bounds] = workbook([...days, ...others], { globals });
    const isDay = row!.map((value) => value === '2026-11-21');
    expect(isDay).toEqual([true, true, true, false, false, true, true, false, false, false, false, false, true]);
    expect(row![3]).toBe('46347.75');
    expect(bounds).toEqual(['60', '1900-03-01', '9999-12-31', '2958466']);
  });

  it('has texts that go on in the next record, also with wider characters, and texts with formats', () => {
    const cut = (total: number, first: Buffer, ...more: Buffer[]) => [
      record(0xfc, u32(total), u32(total), first),
      ...more.map((part) => record(0x3c, part)),
    ];
    const rich = Buffer.concat([u16(2), Buffer.from([8 | 4]), u16(1), u32(3), Buffer.from('ab'), Buffer.alloc(4 + 3)]);
    const texts = cut(
      4,
      Buffer.concat([u16(4), Buffer.from([0]), Buffer.from('TX')]),
      Buffer.concat([Buffer.from([1]), Buffer.from('é✓', 'utf16le'), rich.subarray(0, -2)]),
      Buffer.concat([rich.subarray(-2), text('c'), u16(1), Buffer.from([0])]),
      Buffer.from([0, 0x64]),
    );
    const cells = [0, 1, 2, 3, 9].map((index) => record(0xfd, at(0, index), u32(index)));
    expect(workbook(cells, { texts })).toEqual([['TXé✓', 'ab', 'c', 'd']]);
  });

  it('keeps the numbers of lines and columns that are left out, and takes the last of two values of a cell', () => {
    expect(workbook([label(2, 2, 'first'), label(2, 2, 'last'), label(0, 1, 'b'), label(0, 60, 'far')])).toEqual([
      ['', 'b'],
      [],
      ['', '', 'last'],
    ]);
  });

  it('is read if it is small, and without the charts in its sheet', () => {
    const chart = [begin(0x20), label(0, 0, 'of the chart'), END];
    const stream = bookOf([...chart, label(0, 0, 'small')]);
    expect(read(compound(stream, { isSmall: true }))).toEqual([['small']]);
  });

  it.each<[string, () => Buffer, string]>([
    ['with a password', () => compound(bookOf([], { globals: [record(0x2f, 1)] })), 'The file has a password'],
    [
      'that is an .xlsx with a password',
      () => compound(Buffer.alloc(4096), { name: 'EncryptedPackage' }),
      'The file has a password',
    ],
    ['of Excel 95', () => compound(Buffer.alloc(4096), { name: 'Book' }), 'The file is of Excel 95 or older'],
    ['of an older version', () => compound(bookOf([], { version: 0x0500 })), 'The file is of Excel 95 or older'],
    [
      'that counts from 1904',
      () => compound(bookOf([], { globals: [record(0x22, 1)] })),
      'The workbook counts its days from 1904',
    ],
  ])('%s is refused, and says what to do', (_, file, begins) => {
    expect(() => read(file())).toThrow(new RegExp(`^${begins}.* Save .* choose .*`));
  });
});

describe('a hostile or damaged .xls file', () => {
  const good = bookOf([label(0, 0, 'x')]);
  const header = (at: number, value: number) => {
    const file = compound(good);
    file.writeUInt32LE(value, at);
    return file;
  };

  it.each<[string, () => Buffer]>([
    ['has only the mark', () => compound(good).subarray(0, 8)],
    ['is cut off', () => compound(good).subarray(0, 1500)],
    ['has a chain that bites its tail', () => compound(good, { chains: (table) => table.with(4, 2) })],
    ['has a chain to a far sector', () => compound(good, { chains: (table) => table.with(4, 5_000_000) })],
    ['has a directory that bites its tail', () => compound(good, { chains: (table) => table.with(1, 1) })],
    ['has its directory elsewhere', () => header(48, 70_000)],
    [
      'has a table of chains that names itself',
      () => {
        const file = header(68, 0);
        file.writeUInt32LE(0, 512 + 508);
        return file;
      },
    ],
    ['has sectors of an odd size', () => header(30, 0x1f)],
    ['has no workbook', () => compound(good, { name: 'WordDocument' })],
    ['has no sheet', () => compound(bookOf([], { kindOfSheet: 2 }))],
    ['has no sheet that people see', () => compound(bookOf([label(0, 0, 'TX')], { state: 1 }))],
    [
      'has a sheet that begins nowhere',
      () => compound(Buffer.concat([begin(5), record(0x85, u32(9e8), 0, text('x')), END])),
    ],
    ['has an endless record', () => compound(bookOf([Buffer.from('0402ffff', 'hex')]))],
    ['has cut texts', () => compound(bookOf([], { texts: [record(0xfc, u32(9), u32(9), u16(50), Buffer.from([0]))] }))],
    [
      'says that it has very many texts',
      () => compound(bookOf([], { texts: [record(0xfc, u32(FREE), u32(FREE), text('a'))] })),
    ],
    ['has a cell without its value', () => compound(bookOf([record(0x0203, 0)]))],
    ['has no cells', () => compound(bookOf([]))],
  ])('that %s is refused soon', (_, file) => {
    const begun = performance.now();
    expect(() => read(file())).toThrow(withMessage(FILE_NOT_RECOGNIZED));
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('has too many rows, or too much text, and says so', () => {
    expect(() => workbook([label(65_000, 0, 'x')])).toThrow(withMessage('Can only upload up to 20000 at a time.'));
    const texts = [record(0xfc, u32(1), u32(1), text('x'.repeat(200)))];
    const cells = Array.from({ length: 30_000 }, (_, index) => record(0xfd, at(index % 600, index % 50), u32(0)));
    expect(() => read(compound(bookOf(cells, { texts }), { shift: 12 }))).toThrow(
      withMessage('The file has too much text. Delete the columns that are not needed'),
    );
  });

  it('with any byte changed is read or refused, and soon', () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed % below;
    };
    const begun = performance.now();
    for (let round = 0; round < 300; round++) {
      const file = Buffer.from(round % 2 === 0 ? WRITTEN : compound(good));
      for (let change = 0; change < 8; change++)
        file[next(change % 2 === 0 ? 1024 : file.length)] = change % 3 === 0 ? 255 : next(256);
      try {
        expect(Array.isArray(read(file))).toBe(true);
      } catch (error) {
        expect((error as { code?: string }).code).toMatch(/^(INVALID|TOO_LARGE)$/);
      }
    }
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
