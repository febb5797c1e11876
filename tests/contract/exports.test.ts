import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '#core/reports/reports.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { EXPORT_FORMATS } from '#web/components/data-table/export-format.ts';
import { EXPORT_COLUMNS as AUDIT_COLUMNS } from '#web/features/audit/audit-columns.tsx';
import { customerColumns } from '#web/features/customers/customer-columns.tsx';
import { EXPORT_COLUMNS as DEALER_COLUMNS } from '#web/features/dealers/dealer-columns.tsx';
import { EXPORT_COLUMNS as PROFILE_COLUMNS } from '#web/features/profiles/profile-columns.tsx';
import { reportColumns } from '#web/features/reports/report-columns.tsx';
import { EXPORT_COLUMNS as USER_COLUMNS } from '#web/features/users/user-columns.tsx';

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

it('a file of plain columns runs no formula, and keeps quotes and line breaks', async () => {
  const columns: DataColumn<{ text: string }>[] = [
    { accessorKey: 'text', meta: { label: 'Field' } },
    { id: 'made', accessorFn: ({ text }) => text, meta: { label: 'Made' } },
    { id: 'exported', accessorFn: () => '', meta: { label: 'Exported', exportValue: ({ text }) => text } },
  ];
  const cells = await expectGuarded(
    columns,
    TEXTS.map((text) => ({ text })),
  );
  expect(cells.slice(FORMULAS.length)).toEqual(HARMLESS.map((text) => [text, text, text]));
});

const AT = '2026-11-20T10:00:00.000Z';
/** Writes the files of a screen. `row`: one with the text wherever somebody can enter one. */
const filesOf =
  <Row>(columns: readonly DataColumn<Row>[], row: (text: string) => object) =>
  () =>
    expectGuarded(columns, TEXTS.map(row) as Row[]);

/** The columns of screens whose own code makes what an export says. */
const SCREENS = {
  users: filesOf(USER_COLUMNS, (text) => ({
    ...{ UserName: text, UserFirstName: text, UserLastName: text, UserEmail: text, DealerName: text },
    ...{ UserStatus: 1, UserTypeKey: 1, DealerKey: 22, LastAuth: AT, access: { UNIT: true } },
  })),
  dealers: filesOf(DEALER_COLUMNS, (text) => ({
    ...{ DealerName: text, DealerBillingCode: text, DealerParentName: text, DealerEmail: text },
    ...{ City: text, State: text, Country: text, reportingAccount: { name: text } },
    ...{ DealerKey: 22, DealerStatus: 1, unitCount: 1, userCount: 1, level: 1 },
  })),
  profiles: filesOf(PROFILE_COLUMNS, (text) => ({
    ...{ ProfileName: text, UnitFirmVer: text, DealerName: text, LineID: text, savedBy: text },
    ...{ PTStatus: 16, SimOptions: 2, Label: 'Default', UnitIDOptions: 'Default', UIDLength: 4 },
    ...{ version: 1, savedAt: AT },
  })),
  customers: filesOf(customerColumns({ dealers: true, found: true }), (text) => {
    const name = { FirstName: text, LastName: text, HomePhone: text, CellPhone: text };
    const address = { Address1: text, Address2: text, City: text, State: text, Zip: text, Country: text };
    const facts = { customerType: 0, myLinkStatus: 23, units: [text], DealerName: text };
    return { ...facts, names: [name, name], addresses: [address] };
  }),
  audit: filesOf(AUDIT_COLUMNS, (text) => ({
    ...{ at: AT, objectKind: text, objectId: text, objectName: text, action: text, dealerKey: 22 },
    ...{ actorKey: 'A', actorName: text, actorFullName: text, dealerName: text, dealerNames: {} },
    ...{ asUserKey: 'B', asUserName: text, asUserFullName: text },
    ...{ before: { [text]: text }, after: { [text]: [text] } },
  })),
};

describe.each(Object.entries(SCREENS))('the files of the screen of %s', (_, write) => {
  it('run no formula in any column', async () => {
    const cells = await write();
    // The text has reached the file.
    for (const [index, text] of HARMLESS.entries()) expect(cells[FORMULAS.length + index]!.join()).toContain(text);
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
