import { expect, it } from 'vitest';
import { chosenTable } from '#scripts/chosen-table.ts';

it.each([
  [{}, '', 'watchkeep-production'],
  [{}, 'watchkeep-dev', 'watchkeep-dev'],
  [{ stage: 'production' }, 'watchkeep-dev', 'watchkeep-production'],
  [{ stage: 'dev' }, '', 'watchkeep-dev'],
  [{ stage: 'production', table: 'watchkeep-production-restored' }, 'watchkeep-dev', 'watchkeep-production-restored'],
])('an operator who gives %j, with TABLE_NAME "%s", gets the table %s', (given, ofEnvironment, table) => {
  expect(chosenTable(given, ofEnvironment)).toBe(table);
});
