import { afterAll } from 'vitest';
import { client, tableName } from '#data/kit/table.ts';
import { createTable } from '#local/create-table.ts';

// A file that imports this has its own empty table before its first line runs; stream.ts adds its stream. Many tests set their clock to a
// fixed day, and the table would remove by today's date what has not expired on that day.
await createTable(client, tableName(), { stream: false, timeToLive: false });

// Whatever the tests of a file did, the audit can say in words.
afterAll(async () => {
  const { requireWordedEntries } = await import('./worded-entries.ts');
  await requireWordedEntries();
});
