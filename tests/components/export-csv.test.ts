import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { csvFile, csvHead, csvRecords } from '#web/components/data-table/export-csv.ts';
import { moneyColumn } from '#web/features/billing/money-column.ts';

interface Row {
  name: string;
  level: number;
  nested?: { place: string };
  seen?: Date;
}

const columns: DataColumn<Row>[] = [
  { accessorKey: 'name', meta: { label: 'Name' } },
  { accessorKey: 'level', meta: { label: 'Level' } },
];

const toCsv = <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]) =>
  csvHead(columns) + csvRecords(columns, rows);

const csvOf = (name: string) =>
  toCsv([columns[0]!], [{ name, level: 0 }])
    .slice(1)
    .split('\r\n')
    .slice(1)
    .join('\r\n');

describe('CSV', () => {
  it('starts with a byte order mark and separates records by CRLF', () => {
    expect(toCsv(columns, [{ name: 'Zoë', level: 3 }])).toBe('\uFEFF"Name","Level"\r\n"Zoë","3"');
  });

  it('writes only the given columns, in their order', () => {
    expect(toCsv([columns[1]!, columns[0]!], [{ name: 'a', level: 1 }])).toBe('\uFEFF"Level","Name"\r\n"1","a"');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ';x', '\tx', '\rx', '\nx', '＝1+1'])(
    'makes the text %j harmless',
    (text) => {
      expect(csvOf(text)).toBe(`"'${text}"`);
    },
  );

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a;"=1+1;"', 'a;""\'=1+1;""'],
    ['a; \t@SUM(A1)', "a; \t'@SUM(A1)"],
    ['a;b;-1;+1', "a;b;'-1;'+1"],
    ['a\t＝1', "a\t'＝1"],
    ['a\n+1', "a\n'+1"],
    ['=1;=1', "'=1;'=1"],
  ])('makes a formula after another list separator harmless: %j', (text, written) => {
    expect(csvOf(text)).toBe(`"${written}"`);
  });

  it('leaves text unchanged that no spreadsheet runs', () => {
    for (const text of ['a;b', 'a-b', 'a=b', 'x@y.example', '1; 2', ' -']) expect(csvOf(text)).toBe(`"${text}"`);
  });

  it('neutralises a formula of several lines', () => {
    expect(csvOf('=HYPERLINK("http://x"\n,"y")')).toBe(`"'=HYPERLINK(""http://x""\n,""y"")"`);
  });

  it('leaves numbers unchanged, negative ones too', () => {
    expect(toCsv(columns, [{ name: 'a', level: -71 }])).toBe('\uFEFF"Name","Level"\r\n"a","-71"');
  });

  it('writes amounts so that a spreadsheet adds up credits too', () => {
    const column = moneyColumn<number>('cents', 'Amount', (cents) => cents);
    expect(toCsv([column], [125_007, -207])).toBe('\uFEFF"Amount"\r\n"$1,250.07"\r\n"-$2.07"');
  });

  it('neutralises a header as well', () => {
    expect(toCsv([{ accessorKey: 'name', meta: { label: '=cmd' } }], [{ name: 'a', level: 1 }])).toContain(`"'=cmd"`);
  });

  it('keeps quotes, commas and line breaks', () => {
    const name = 'a "b", c\r\nd';
    const parsed = Papa.parse<string[]>(toCsv([columns[0]!], [{ name, level: 1 }]).slice(1));
    expect(parsed.data[1]).toEqual([name]);
  });

  it('reads accessor functions, nested keys and export values; a missing value is an empty cell', () => {
    const rows: Row[] = [
      { name: 'a', level: 1, nested: { place: 'x' }, seen: new Date(0) },
      { name: 'b', level: 2 },
    ];
    const csv = toCsv<Row>(
      [
        { accessorKey: 'nested.place', meta: { label: 'Place' } },
        { id: 'double', accessorFn: (row) => row.level * 2, meta: { label: 'Double' } },
        { accessorKey: 'seen', meta: { label: 'Seen' } },
        { accessorKey: 'level', meta: { label: 'Word', exportValue: (row) => `level ${row.level}` } },
      ],
      rows,
    );
    expect(csv).toBe(
      [
        '\uFEFF"Place","Double","Seen","Word"',
        '"x","2","1970-01-01T00:00:00.000Z","level 1"',
        '"","4","","level 2"',
      ].join('\r\n'),
    );
  });

  it('writes Yes and No, as the table shows them', () => {
    const flag: DataColumn<Row> = { id: 'high', accessorFn: ({ level }) => level > 2, meta: { label: 'High' } };
    expect(
      toCsv(
        [flag],
        [
          { name: 'a', level: 1 },
          { name: 'b', level: 3 },
        ],
      ),
    ).toBe('\uFEFF"High"\r\n"No"\r\n"Yes"');
  });

  it('writes only the headers if there are no rows', () => {
    expect(toCsv(columns, [])).toBe('\uFEFF"Name","Level"');
  });
});

describe('a CSV file', () => {
  async function* partsOf(...parts: Row[][]) {
    yield* parts;
  }
  const row = (level: number): Row => ({ name: `n${level}`, level });

  it('has one head and all rows, in parts of any size', async () => {
    const counts: number[] = [];
    const { file, rows } = await csvFile(columns, partsOf([], [row(1), row(2)], [], [row(3)]), (count) =>
      counts.push(count),
    );
    expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(toCsv(columns, [row(1), row(2), row(3)]));
    expect(file.type).toBe('text/csv;charset=utf-8');
    expect(rows).toBe(3);
    expect(counts).toEqual([0, 2, 2, 3]);
  });

  it('counts the rows of all parts for a column that shows the number of the row', async () => {
    const numbers: DataColumn<Row>[] = [{ id: 'n', accessorFn: (_, index) => index + 1, meta: { label: 'N' } }];
    const { file } = await csvFile(numbers, partsOf([row(1), row(2)], [row(3)]), () => {});
    expect((await file.text()).split('\r\n')).toEqual(['"N"', '"1"', '"2"', '"3"']);
  });

  it('is not written if a part fails', async () => {
    async function* failing() {
      yield [row(1)];
      throw new Error('no second page');
    }
    await expect(csvFile(columns, failing(), () => {})).rejects.toThrow(new Error('no second page'));
  });
});
