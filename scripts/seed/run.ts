import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { tableName } from '#data/kit/table.ts';
import { createTable } from '#local/create-table.ts';
import { seedOpenAlarms } from './open-alarms.ts';
import { seedReportFacts } from './report-facts.ts';
import { seedSavedConfigurations } from './saved-configurations.ts';
import { seed } from './seed.ts';
import { writeAll } from './write.ts';

/** Creates the table TABLE_NAME and seeds as many units as the first argument says. Reports its progress to a parent process. */
const units = Number(process.argv[2]);
const ITEMS_PER_UNIT = units <= 5_000 ? 14 : 7.5;
const PROGRESS_INTERVAL = 20_000;

await createTable(new DynamoDBClient({}), tableName());
let told = 0;
const options = { count: units, now: Date.now() };
await seed(options, (written) => {
  if (written - told < PROGRESS_INTERVAL) return;
  told = written;
  process.send?.(Math.min(99, Math.round((100 * written) / (units * ITEMS_PER_UNIT))));
});
await writeAll(seedReportFacts(options), () => {});
await seedSavedConfigurations(options);
await seedOpenAlarms(options);
process.channel?.unref();
