import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { excelFile } from '#web/components/data-table/export-excel.ts';
import { moneyColumn } from '#web/features/billing/money-column.ts';

interface Row {
  name: string;
  level: number;
  seen?: Date;
  on?: boolean;
}

const columns: DataColumn<Row>[] = [
  { accessorKey: 'name', meta: { label: 'Name' } },
  { accessorKey: 'level', meta: { label: 'Level' } },
  { accessorKey: 'seen', meta: { label: 'Seen' } },
  { accessorKey: 'on', meta: { label: 'On' } },
];

async function* parts(...given: Row[][]) {
  yield* given;
}

async function* amounts() {
  yield [125_007, -207, 0];
}

async function sheetOf(...given: Row[][]) {
  const counted: number[] = [];
  const { file, rows } = await excelFile(columns, parts(...given), (count) => counted.push(count));
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name]!);
  return { rows, counted, sheet: text('xl/worksheets/sheet1.xml'), strings: text('xl/sharedStrings.xml') };
}

describe('Excel', () => {
  it('writes a head and all parts, and counts the rows', async () => {
    const { rows, counted, sheet, strings } = await sheetOf([{ name: 'Zoë', level: 3 }], [{ name: 'a', level: 1 }]);
    expect(rows).toBe(2);
    expect(counted).toEqual([1, 2]);
    expect(sheet.match(/<row /g)).toHaveLength(3);
    for (const text of ['Name', 'Level', 'Zoë']) expect(strings).toContain(`>${text}<`);
    expect(sheet).toContain('<v>3</v>');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://x.example")', '<script>&'])(
    'stores %j as text, in which no formula runs',
    async (name) => {
      const { sheet, strings } = await sheetOf([{ name, level: 0 }]);
      expect(sheet).not.toContain('<f>');
      expect(strings).toContain(
        name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').slice(0, 4),
      );
    },
  );

  it('writes times as dates in UTC, and cuts texts to the room of a cell', async () => {
    const { sheet, strings } = await sheetOf([
      { name: 'x'.repeat(40_000), level: Number.NaN, seen: new Date('2026-01-02T12:00:00Z'), on: true },
    ]);
    // 46024 days after 1899-12-30, and a half.
    expect(sheet).toContain('<v>46024.5</v>');
    expect(strings.match(/x+(?=<)/g)?.map(({ length }) => length)).toContain(32_767);
    expect(strings).toContain('>Yes<');
  });

  it('writes amounts as numbers of dollars, so that credits are in a sum too', async () => {
    const { file } = await excelFile([moneyColumn<number>('cents', 'Amount', (cents) => cents)], amounts(), () => {});
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const values = strFromU8(files['xl/worksheets/sheet1.xml']!).match(/(?<=<v>)-?[\d.]+(?=<\/v><\/c><\/row>)/g);
    expect(values?.slice(-3)).toEqual(['1250.07', '-2.07', '0']);
    expect(strFromU8(files['xl/styles.xml']!)).toContain('&quot;$&quot;#,##0.00');
  });

  it('leaves out characters that an XML file cannot have', async () => {
    const { strings } = await sheetOf([{ name: 'a\u0000b\u0008c\uFFFEd\ud800e\tf\u{1F600}', level: 0 }]);
    expect(strings).toContain('>abcde\tf\u{1F600}<');
  });
});
