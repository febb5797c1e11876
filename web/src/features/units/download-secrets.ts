import type { ImportOutcome } from '#core/units/import-file.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { csvFile, download } from '#web/components/data-table/export-csv.ts';

const COLUMNS: readonly DataColumn<ImportOutcome>[] = [
  { accessorKey: 'UnitSerNum', meta: { label: 'Serial number' } },
  { accessorKey: 'secret', meta: { label: 'Secret' } },
];

/** Offers the secrets of new units as a CSV file, for production. */
export async function downloadSecrets(outcomes: readonly ImportOutcome[]): Promise<void> {
  async function* rows() {
    yield outcomes;
  }
  const { file } = await csvFile(COLUMNS, rows(), () => undefined);
  download('unit-secrets.csv', file);
}
