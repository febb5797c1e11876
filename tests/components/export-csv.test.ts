import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { toCsv } from '#web/components/data-table/export-csv.ts';

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

const csvOf = (name: string) =>
  toCsv([columns[0]!], [{ name, level: 0 }])
    .slice(1)
    .split('\r\n')
    .slice(1)
    .join('\r\n');

describe('toCsv', () => {
  it('starts with a byte order mark and separates records by CRLF', () => {
    expect(toCsv(columns, [{ name: 'Zoë', level: 3 }])).toBe('\uFEFFName,Level\r\nZoë,3');
  });

  it('writes only the given columns, in their order', () => {
    expect(toCsv([columns[1]!, columns[0]!], [{ name: 'a', level: 1 }])).toBe('\uFEFFLevel,Name\r\n1,a');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1'])('makes the text %j harmless', (text) => {
    expect(csvOf(text)).toBe(`"'${text}"`);
  });

  it('neutralises a formula of several lines', () => {
    expect(csvOf('=HYPERLINK("http://x"\n,"y")')).toBe(`"'=HYPERLINK(""http://x""\n,""y"")"`);
  });

  it('leaves numbers unchanged, negative ones too', () => {
    expect(toCsv(columns, [{ name: 'a', level: -71 }])).toBe('\uFEFFName,Level\r\na,-71');
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
    expect(csv).toBe('\uFEFFPlace,Double,Seen,Word\r\nx,2,1970-01-01T00:00:00.000Z,level 1\r\n,4,,level 2');
  });

  it('writes only the headers if there are no rows', () => {
    expect(toCsv(columns, [])).toMatch(/^\uFEFFName,Level(\r\n)?$/);
  });
});
