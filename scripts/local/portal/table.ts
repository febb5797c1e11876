import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { seed } from '#scripts/seed/seed.ts';
import { createTable } from '../create-table.ts';
import { TABLE_NAME } from './values.ts';

const ITEMS_PER_UNIT = 15;

/** Creates and fills the table on the first start; later ones find it as it was left. */
export async function prepareTable({ units, onStep }: { units: number; onStep(step: string): void }): Promise<void> {
  const dynamodb = new DynamoDBClient({});
  if (!(await createTable(dynamodb, TABLE_NAME))) return;
  onStep(`Seeding ${units.toLocaleString('en-US')} units`);
  let told = 0;
  await seed({ count: units, now: Date.now() }, (written) => {
    if (written - told < 5_000 || units < 5_000) return;
    told = written;
    onStep(`Seeding: about ${Math.min(99, Math.round((100 * written) / (units * ITEMS_PER_UNIT)))} %`);
  });
}
