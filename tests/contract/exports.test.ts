import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '#core/reports/reports.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { EXPORT_FORMATS } from '#web/components/data-table/export-format.ts';
import { reportColumns } from '#web/features/reports/report-columns.tsx';
import { LISTS, rowFieldsOf } from './lists.ts';

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x";\n"y")'];
const HARMLESS = ['a "quoted" word, and more', 'two\r\nlines', 'a\nb'];
const TEXTS = [...FORMULAS, ...HARMLESS];
/** What a spreadsheet runs (https://owasp.org/www-community/attacks/CSV_Injection). */
const RUNS = /^[=+\-@\t\r]/;

async function* inOnePart<Row>(rows: readonly Row[]) {
  yield rows;
}

/** The cells of the file below its head. */
async function exported<Row>(format: 'csv' | 'xlsx', columns: readonly DataColumn<Row>[], rows: readonly Row[]) {
  const write = await EXPORT_FORMATS.find(({ value }) => value === format)!.load();
  const { file } = await write(columns, inOnePart(rows), () => undefined);
  return new Uint8Array(await file.arrayBuffer());
}

async function expectGuarded<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]) {
  const csv = Papa.parse<string[]>(strFromU8(await exported('csv', columns, rows)).slice(1), { newline: '\r\n' });
  expect(csv.errors).toEqual([]);
  const cells = csv.data.slice(1);
  expect(cells.map(({ length }) => length)).toEqual(rows.map(() => columns.length));
  expect(cells.flat().filter((cell) => RUNS.test(cell))).toEqual([]);
  const sheet = unzipSync(await exported('xlsx', columns, rows));
  const xml = strFromU8(sheet['xl/worksheets/sheet1.xml']!);
  expect(xml).not.toContain('<f>');
  expect(xml.match(/<row /g)).toHaveLength(rows.length + 1);
  return cells;
}

describe.each(LISTS)('the files of the list $name', ({ endpoint }) => {
  it('run no formula, and keep quotes and line breaks', async () => {
    const fields = rowFieldsOf(endpoint)!;
    const columns: DataColumn<Record<string, string>>[] = fields.map((id) => ({
      ...{ id, accessorFn: (row) => row[id], meta: { label: id } },
    }));
    const rows = TEXTS.map((text) => Object.fromEntries(fields.map((id) => [id, text])));
    const cells = await expectGuarded(columns, rows);
    expect(cells.slice(FORMULAS.length)).toEqual(HARMLESS.map((text) => fields.map(() => text)));
  });
});

describe.each(REPORTS)('the files of the report $name', (report) => {
  it('run no formula in any column', async () => {
    const rows = TEXTS.map((text) => ({
      ...{ id: text, UnitSerNum: text, FullUnitID: text, UnitModel: text, DealerName: text, FirmVer: text },
      ...{ at: '2026-11-20T10:00:00.000Z', IMEI: text },
      facts: Object.fromEntries(Object.keys(report.columns).map((name) => [name, text])),
    }));
    await expectGuarded(reportColumns(report), rows as never);
  });
});

it('no other code writes CSV or Excel', () => {
  const sources = execFileSync('git', ['ls-files', 'web/src', 'functions', 'layers'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path));
  const writing = sources.filter((path) =>
    /from '(write-excel-file.*|#core\/table-file\/(csv|excel)\.ts)'|Papa\.unparse/.test(readFileSync(path, 'utf8')),
  );
  expect(writing).toEqual([
    'functions/on-report-mail/report-file.ts',
    'web/src/components/data-table/export-csv.ts',
    'web/src/components/data-table/export-excel.ts',
  ]);
});
