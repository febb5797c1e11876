import writeXlsxFile from 'write-excel-file/universal';
import { CHOOSING_DEALER } from '#core/reports/access.ts';
import { reportDaysAt } from '#core/reports/report-days.ts';
import { type ReportField, reportFields } from '#core/reports/report-fields.ts';
import { inputAt, type ReportList } from '#core/reports/report-list.ts';
import { ReportRow } from '#core/reports/report-row.ts';
import type { FileFormat } from '#core/saved-reports/format.ts';
import { MOST_CHARACTERS, MOST_ROWS } from '#core/saved-reports/mail.ts';
import { addressOf, type SavedParameters } from '#core/saved-reports/saved-parameters.ts';
import type { Rights } from '#core/scope.ts';
import type { CellValue } from '#core/table-file/cell.ts';
import { csvHead, csvRecord } from '#core/table-file/csv.ts';
import { excelCell, excelHead } from '#core/table-file/excel.ts';
import { exportSettingsOf, isColumnShown } from '#core/table-file/shown-columns.ts';
import { readList } from '#data/reports/read-lists.ts';
import { tableSettingsStore } from '#data/table-settings/table-settings.ts';

const PAGE_SIZE = 1000;

interface Asked {
  list: ReportList;
  parameters: SavedParameters;
  format: FileFormat;
  timeZone: string;
}

/** A report as a file, with the rows and the columns that a person with these rights exports on its screen. */
export async function reportFile(rights: Rights, { list, parameters, format, timeZone }: Asked, now: number) {
  const fields = await exportedFields(rights, list);
  const labels = fields.map(({ label }) => label);
  const records: CellValue[][] = [];
  const csv = [csvHead(labels)];
  let characters = csv[0]!.length;
  let isCut = false;
  for await (const row of rowsOf(rights, list, inputOf(rights, list, parameters, { timeZone, now }))) {
    const record = fields.map(({ value }) => value(row));
    const written = csvRecord(record);
    characters += written.length;
    isCut = records.length === MOST_ROWS || characters > MOST_CHARACTERS;
    if (isCut) break;
    records.push(record);
    csv.push(written);
  }
  const content = format === 'csv' ? Buffer.from(csv.join('')) : await excelOf(labels, records);
  return { content, rows: records.length, isCut };
}

/** The columns that the person has chosen for exports of this table. */
async function exportedFields(rights: Rights, { report }: ReportList): Promise<ReportField[]> {
  const chosen = await tableSettingsStore.get(rights, exportSettingsOf(report.name));
  return reportFields(report).filter((field) => isColumnShown(field, chosen));
}

function inputOf(
  rights: Rights,
  list: ReportList,
  parameters: SavedParameters,
  now: { timeZone: string; now: number },
) {
  const address = addressOf(parameters);
  const range =
    list.usualDays === undefined ? undefined : (reportDaysAt(address, list.usualDays, now).instants ?? undefined);
  return inputAt(list, address, { choosesDealer: rights.dealerKey === CHOOSING_DEALER, range });
}

async function* rowsOf(rights: Rights, list: ReportList, input: object): AsyncGenerator<ReportRow> {
  let cursor: string | undefined;
  do {
    const page = await readList(rights, list, { ...input, pageSize: PAGE_SIZE, ...(cursor && { cursor }) });
    for (const row of page.items) {
      // A stored row that cannot be read is left out here as it is on the screen.
      const { data } = ReportRow.safeParse(row);
      if (data) yield data;
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

async function excelOf(labels: readonly string[], records: readonly CellValue[][]): Promise<Buffer> {
  const sheet = [excelHead(labels), ...records.map((record) => record.map(excelCell))];
  const file = await writeXlsxFile(sheet, { stickyRowsCount: 1 }).toBlob();
  return Buffer.from(await file.arrayBuffer());
}
