import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serialNumbersIn } from '#core/dev-tools/mass-update.ts';
import { AppError } from '#core/errors.ts';
import { MAX_EXPORT_BYTES } from '#core/monitoring-centers/alarm-export.ts';
import { cleanPng } from '#functions/dealer-logo/clean-png.ts';
import { convertFile } from '#functions/reminders/convert-file.ts';
import { iccidOf, imeiOf } from '#local/carriers/sim.ts';
import { readUnitList } from '#web/features/dev-tools/read-unit-list.ts';
import { readExport } from '#web/features/monitoring-centers/read-export.ts';
import { readSerialNumbers } from '#web/features/orders/read-serial-numbers.ts';
import { readUdiRows } from '#web/features/orders/read-udi-rows.ts';
import { readBatchFile } from '#web/features/reminders/read-batch-file.ts';
import { readTransmitters } from '#web/features/transmitters/read-transmitters.ts';
import { readImport } from '#web/features/units/read-import.ts';
import { readSearchedFile } from '#web/features/units/read-searched-file.ts';
import { readUserList, usersOf } from '#web/features/users/read-user-list.ts';

const WORKER_MS = 1_000;

interface Reader {
  /** The problem that people read; undefined if the file is accepted. */
  read: (file: File) => Promise<string | undefined>;
  /** What people read about a file that is too large, and about one with another ending. */
  most: string;
  wrongKind: RegExp;
  lines: readonly [header: string, row: string, ...rows: string[]];
  /** The last line, which is not read. */
  footer?: string;
  wrongHeader: RegExp;
  /** Of a row that is there twice. Undefined: it counts once. */
  twice?: RegExp;
}

const problemIn = (read: object) => ('problem' in read ? String(read.problem) : undefined);
const firstOf = ({ problems }: { problems: readonly { problem: string }[] }) => problems[0]?.problem;
const ONLY_CSV = /^Only CSV files supported$/;
const endsIn = (...endings: string[]) =>
  new RegExp(`^rows\\.pdf is not accepted\\. Choose a file that ends in ${endings.join(', ')}$`);
const unitLine = (number: number) => `A${10_000 + number},MXD-LTE,${imeiOf(number)},${iccidOf(0, number)}`;

/** Every screen that reads the rows of a file, by its source. */
const READERS: Readonly<Record<string, Reader>> = {
  'orders/udi-field.tsx': {
    read: async (file) => problemIn(await readUdiRows(file, 2)),
    ...{ most: '2.5 MB', wrongKind: ONLY_CSV },
    ...{
      lines: ['UDI', 'A1', 'A2'],
      wrongHeader: /^The file must have a column UDI$/,
      twice: /repeats the UDI of line 2/,
    },
  },
  'orders/allot-units-dialog.tsx': {
    read: async (file) => problemIn(await readSerialNumbers(file)),
    ...{ most: '2 MB', wrongKind: ONLY_CSV },
    ...{ lines: ['UnitSerNum', '400001', '400002'], wrongHeader: /^The file must have a column UnitSerNum$/ },
  },
  'reminders/batch-upload-page.tsx': {
    read: async (file) => {
      const read = await readBatchFile(file);
      return 'refused' in read ? read.refused : undefined;
    },
    ...{ most: '4 MB', wrongKind: ONLY_CSV },
    ...{ lines: ['UnitSerNum', '400001', '400002'], wrongHeader: /^File headers not recognized$/ },
  },
  'units/file-search-dialog.tsx': {
    read: async (file) => problemIn(await readSearchedFile(file)),
    ...{ most: '1 MB', wrongKind: ONLY_CSV },
    ...{ lines: ['UnitSerNum', '400001', '400002'], wrongHeader: /^File headers not recognized$/ },
  },
  'units/import-units-page.tsx': {
    read: async (file) => {
      const read = await readImport(file);
      return 'problem' in read ? read.problem : firstOf(read);
    },
    ...{ most: '2 MB', wrongKind: endsIn('.csv') },
    lines: ['UnitSerNum,UnitModel,IMEI,ICCID1', unitLine(1), unitLine(2)],
    ...{ wrongHeader: /^The first line names the columns/, twice: /is in line 2 already/ },
  },
  'users/mass-create-page.tsx': {
    read: async (file) => {
      const read = await readUserList(file);
      return 'problem' in read ? read.problem : firstOf(usersOf(read.text));
    },
    ...{ most: '1 MB', wrongKind: endsIn('.csv', '.txt') },
    lines: [
      'UserName,UserEmail,UserFirstName,UserLastName',
      'anna.lee,anna@lee.example,Anna,Lee',
      'olaf.lee,olaf@lee.example,Olaf,Lee',
    ],
    ...{ wrongHeader: /^The first line must be: UserName/, twice: /^The user name anna\.lee is in line 2 already$/ },
  },
  'dev-tools/mass-profile-page.tsx': {
    read: async (file) => {
      const read = await readUnitList(file);
      return 'problem' in read ? read.problem : serialNumbersIn(read.text).unreadable[0];
    },
    ...{ most: '1 MB', wrongKind: endsIn('.csv', '.txt') },
    ...{ lines: ['UnitSerNum', '400001', '400002'], wrongHeader: /^WRONG$/ },
  },
  'transmitters/transmitters-page.tsx': {
    read: async (file) => {
      const read = await readTransmitters(file);
      return 'problem' in read ? read.problem : firstOf(read);
    },
    ...{ most: '2.3 MB', wrongKind: endsIn('.xls', '.csv', '.xlsx') },
    lines: ['Serial,Code,Day', 'ABC123,,', 'ABC124,,'],
    footer: 'end',
    // Its first line is never read.
    ...{ wrongHeader: /^undefined$/, twice: /^ABC123 is in line 2 already$/ },
  },
};

/** Screens whose file is no table: an export that is checked, a picture, and files that are kept as they are. */
const OTHERS = [
  'dealer-logo/logo-dialog.tsx',
  'monitoring-centers/check-export-dialog.tsx',
  'ota/file-upload.tsx',
  'support/attachments.tsx',
];

const file = (content: string | Uint8Array, name = 'rows.csv') => new File([content as never], name);
const NOT_A_FILE = /^File Type not recognized$/;

/** A worker may not be busy for longer than a second, however slow the machine is that tests it. */
async function soon<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(WORKER_MS);
  return result;
}

/** A ZIP archive with one sheet, whose directory says how large it is. */
function xlsx(sheet: Buffer, says = sheet.length): Buffer {
  const [name, packed] = [Buffer.from('xl/worksheets/sheet1.xml'), deflateRawSync(sheet)];
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(says, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(says, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}
const GIGABYTE = 1024 ** 3;
const SHEET = Buffer.from('<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>');

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
/** A picture of 8-bit grey. */
function picture(width: number, height: number, pixels = Buffer.alloc((width + 1) * height)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    PNG,
    ...[chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

describe.each(Object.entries(READERS))(
  'a file of rows for %s',
  (_, { read, lines, most, wrongKind, footer, wrongHeader, twice }) => {
    const whole = (rows: readonly string[]) => (footer === undefined ? rows : [...rows, footer]).join('\n');
    const good = whole(lines);
    it.each<[string, File, RegExp]>([
      ['wrong magic', file(picture(8, 8)), NOT_A_FILE],
      ['a spreadsheet that was renamed', file(xlsx(SHEET)), NOT_A_FILE],
      ['a zip bomb', file(xlsx(Buffer.alloc(16 * 1024 * 1024, 0x20))), NOT_A_FILE],
      ['1 GB said in its header', file(xlsx(SHEET, GIGABYTE)), NOT_A_FILE],
      [
        'a line of 10 MB',
        file(`${lines[0]}\n${'x'.repeat(10 * 1024 * 1024)}`),
        new RegExp(`^rows\\.csv is 10 MB\\. At most ${most} can`),
      ],
      ['another ending', file(good, 'rows.pdf'), wrongKind],
      ['UTF-16', file(Buffer.from(`\uFEFF${good}`, 'utf16le')), NOT_A_FILE],
      ['null bytes', file(`${good}\n\0\0\0`), NOT_A_FILE],
      ['nothing', file(''), /^rows\.csv is empty$/],
      ['a wrong header', file(whole(['Wrong', ...lines.slice(1)])), wrongHeader],
      ['a row that is there twice', file(whole([lines[0], lines[1], lines[1]])), twice ?? /^undefined$/],
    ])('with %s gets its message, soon', async (_name, given, message) => {
      expect(String(await soon(() => read(given)))).toMatch(message);
    });

    it('with a byte order mark is read like one without', async () => {
      expect(await read(file(good))).toBeUndefined();
      expect(await read(file(`\uFEFF${good.replaceAll('\n', '\r\n')}`))).toBeUndefined();
    });

    it('with the longest line that it may have is answered soon', async () => {
      await soon(() => read(file(`${lines[0]}\n${'=,'.repeat(500_000)}`)));
    });
  },
);

describe('a sheet that the server reads', () => {
  const messageOf = (content: string | Buffer) =>
    soon(() => {
      try {
        convertFile(Buffer.from(content).toString('base64'));
        return 'accepted';
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error.message;
      }
    });

  it.each<[string, () => string | Buffer, RegExp]>([
    ['wrong magic', () => picture(8, 8), /^Only CSV files supported$/],
    ['a zip bomb', () => xlsx(Buffer.alloc(64 * 1024 * 1024, 0x20)), NOT_A_FILE],
    ['a gigabyte that its header says', () => xlsx(SHEET, GIGABYTE), /^(accepted|File Type not recognized)$/],
    ['a line of 10 MB', () => xlsx(Buffer.from(`<row><c><v>${'9'.repeat(10 * 1024 * 1024)}</v></c></row>`)), /./],
    ['null bytes', () => '\0\0\0\0', /^Only CSV files supported$/],
    ['nothing', () => '', /^Only CSV files supported$/],
  ])('with %s gets its message, soon', async (_, content, message) => {
    expect(await messageOf(content())).toMatch(message);
  });
});

describe('a picture', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['wrong magic', () => xlsx(SHEET), /^Only PNG, JPEG and WebP pictures/],
    ['a bomb', () => picture(1, 1, Buffer.alloc(30_000_000)), /damaged/],
    ['1 GB said in its header', () => picture(32_768, 32_768, Buffer.alloc(1)), /at most 480 by 160 pixels/],
    ['nothing', () => Buffer.alloc(0), /^Only PNG, JPEG and WebP pictures/],
  ])('with %s gets its message, soon', async (_, content, message) => {
    const given = content();
    await soon(() => expect(() => cleanPng(given)).toThrow(new RegExp(message)));
  });
});

describe('an export that is checked', () => {
  const read = async (given: File) => problemIn(await readExport(given));

  it.each<[string, File, RegExp]>([
    ['wrong magic', file(picture(8, 8), 'alarm.json'), NOT_A_FILE],
    ['UTF-16', file(Buffer.from('\uFEFF{}', 'utf16le'), 'alarm.json'), NOT_A_FILE],
    ['a line of 10 MB', file('['.repeat(10 * 1024 * 1024), 'alarm.json'), /At most/],
    ['many levels', file('['.repeat(MAX_EXPORT_BYTES), 'alarm.json'), /^The file is not JSON/],
    ['nothing', file('', 'alarm.json'), /is empty$/],
    ['another ending', file('{}', 'alarm.pdf'), /^Only JSON files are checked\. /],
  ])('with %s gets its message, soon', async (_, given, message) => {
    expect(await soon(() => read(given))).toMatch(message);
  });
});

it('every screen with a file is in these tests', () => {
  const screens = execFileSync('git', ['ls-files', 'web/src/features'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
    .filter(({ source }) => /<(FileDrop|UploadField)\b|type="file"/.test(source));
  const names = screens.map(({ path }) => path.replace('web/src/features/', ''));
  expect(names.sort()).toEqual([...Object.keys(READERS), ...OTHERS].sort());
});
